// The rows of every peer: as many columns as Tapline's list shows, texts of its length.
export const columns = ["id", "name", "reference", "mcc", "zone", "methods", "terminal"];

const one = (number) => ({
  id: `M${String(number).padStart(9, "0")}`,
  name: `Kiosk Nr. ${number} am Tor`,
  reference: `kiosk-${number}`,
  mcc: "5813",
  zone: "Europe/Berlin",
  methods: "Visa",
  terminal: String(number).padStart(8, "0"),
});

export const rows = (many) => Array.from({ length: many }, (_, number) => one(number));
