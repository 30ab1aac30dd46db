// The rows of every peer: as many columns as Tapline's list of transactions shows, texts of their length.
export const columns = ["id", "amount", "state", "type", "card", "method", "merchant", "terminal", "reference"];
// Together as wide as those.
export const width = 120;

const states = ["Approved", "Approved", "Approved", "Declined", "Voided", "Refunded"];
const methods = ["Visa", "Mastercard", "UnionPay"];
const merchants = ["Café \"Zur Post\"", "Bäckerei Sørensen", "Kiosk am Tor", "Books/More", "漢字 Shop"];

// No two neighbors are alike.
const one = (number) => {
  const some = (number * 2654435761) % 4294967296;
  return {
    id: `T${String(number).padStart(12, "0")}`,
    amount: `${(some % 1000000) / 100} EUR`,
    state: states[some % 6],
    type: "SALE",
    card: `${400000 + (some % 90000)}******${String(some % 10000).padStart(4, "0")}`,
    method: methods[some % 3],
    merchant: merchants[some % 5],
    terminal: `SDK-${String(some % 1500).padStart(8, "0")}`,
    reference: String(some).padStart(12, "0"),
  };
};

export const rows = (many) => Array.from({ length: many }, (_, number) => one(number));
