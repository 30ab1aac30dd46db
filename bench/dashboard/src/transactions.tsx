// All transactions, in the browser: the grid filters and sorts rows that it has.

import { Box, TextField, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { AllCommunityModule, type ColDef, type GridApi, ModuleRegistry, themeQuartz } from "ag-grid-community";
import { AgGridReact } from "ag-grid-react";
import { useState } from "react";
import { list, type Transaction } from "./service";

ModuleRegistry.registerModules([AllCommunityModule]);

const theme = themeQuartz.withParams({ rowHeight: 28, headerHeight: 32 });

const columns: ColDef<Transaction>[] = [
  { headerName: "Transaction", field: "tranId" },
  {
    headerName: "Amount",
    field: "amount.value",
    type: "rightAligned",
    valueFormatter: ({ data }) => (data ? `${(data.amount.value / 100).toFixed(2)} ${data.amount.currency}` : ""),
  },
  { headerName: "Status", field: "tranStatus" },
  { headerName: "Type", field: "tranType" },
  { headerName: "Card", field: "accountMasked" },
  { headerName: "Application", field: "appName" },
  { headerName: "Merchant", field: "mchName" },
  { headerName: "Terminal", field: "sdkId" },
  { headerName: "RRN", field: "rrn" },
];

export function Component() {
  const { data, error } = useQuery({ queryKey: ["order"], queryFn: () => list<Transaction>("/api/v2/order") });
  const [words, setWords] = useState("");
  const [shown, setShown] = useState(0);
  if (error) return <Typography color="error">{error.message}</Typography>;
  const count = ({ api }: { api: GridApi<Transaction> }) => setShown(api.getDisplayedRowCount());
  return (
    <>
      <TextField size="small" label="Filter" value={words} onChange={(event) => setWords(event.target.value)} />
      <Box sx={{ flexGrow: 1, my: 1 }}>
        <AgGridReact<Transaction>
          theme={theme}
          rowData={data}
          columnDefs={columns}
          defaultColDef={{ flex: 1, minWidth: 80 }}
          getRowId={({ data }) => data.tranId}
          quickFilterText={words}
          onModelUpdated={count}
        />
      </Box>
      <Typography role="status">
        {shown} of {data?.length ?? 0}
      </Typography>
    </>
  );
}
