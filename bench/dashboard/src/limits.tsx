// Contactless limits of all configurations, one row each.

import { Button, Chip, Paper, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { type EmvConfig, list } from "./service";

const SCHEMES: Record<string, string> = { "01": "Visa", "02": "Mastercard", "03": "UnionPay", "04": "American Express" };
const LIMITS = ["clFloorLimit", "clCVMLimit", "clTransLimit"] as const;

/** Empty where the text is no JSON, as some configuration of a service always has it. */
function parameters(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function money(minor: unknown): string {
  return typeof minor === "number" ? (minor / 100).toFixed(2) : "";
}

function Configuration({ config }: { config: EmvConfig }) {
  const params = parameters(config.params);
  return (
    <TableRow hover>
      <TableCell>{config.emvName}</TableCell>
      <TableCell>
        <Chip size="small" label={SCHEMES[config.paymentMethod] ?? config.paymentMethod} />
      </TableCell>
      {LIMITS.map((limit) => (
        <TableCell key={limit} align="right">
          {money(params[limit])}
        </TableCell>
      ))}
      <TableCell>
        <Button size="small">Edit</Button>
      </TableCell>
    </TableRow>
  );
}

export function Component() {
  const { data, error } = useQuery({ queryKey: ["emv"], queryFn: () => list<EmvConfig>("/api/v2/emv") });
  if (error) return <Typography color="error">{error.message}</Typography>;
  if (!data) return <Typography>Loading…</Typography>;
  return (
    <TableContainer component={Paper}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            {["Name", "Scheme", "Floor", "CVM", "Transaction", ""].map((title) => (
              <TableCell key={title}>{title}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((config) => (
            <Configuration key={config.id} config={config} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
