// The library asks for the variables of Node, as bundlers would put them in.
globalThis.process = { env: { NODE_ENV: "production" } };
