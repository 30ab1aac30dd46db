// The frame: a bar, the navigation, and one page for each route. Pages are loaded when they are first opened.

import { AppBar, Box, CssBaseline, Drawer, List, ListItemButton, ListItemText, Toolbar, Typography } from "@mui/material";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, NavLink, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";

const PAGES = [
  { to: "/", name: "Limits" },
  { to: "/transactions", name: "Transactions" },
];

function Frame() {
  return (
    <Box sx={{ display: "flex", height: "100vh" }}>
      <CssBaseline />
      <AppBar position="fixed" sx={{ zIndex: (theme) => theme.zIndex.drawer + 1 }}>
        <Toolbar variant="dense">
          <Typography variant="h6">Payment terminals</Typography>
        </Toolbar>
      </AppBar>
      <Drawer variant="permanent" sx={{ width: 180, "& .MuiDrawer-paper": { width: 180 } }}>
        <Toolbar variant="dense" />
        <List component="nav">
          {PAGES.map(({ to, name }) => (
            <ListItemButton key={to} component={NavLink} to={to} end>
              <ListItemText primary={name} />
            </ListItemButton>
          ))}
        </List>
      </Drawer>
      <Box component="main" sx={{ flexGrow: 1, minWidth: 0, display: "flex", flexDirection: "column", p: 2 }}>
        <Toolbar variant="dense" />
        <Outlet />
      </Box>
    </Box>
  );
}

const router = createBrowserRouter([
  {
    element: <Frame />,
    hydrateFallbackElement: <></>,
    children: [
      { path: "/", lazy: () => import("./limits") },
      { path: "/transactions", lazy: () => import("./transactions") },
    ],
  },
]);

createRoot(document.getElementById("root")!).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
