// The service's answers, as this dashboard needs them. Service document, "EMV parameters" and "Transactions".

export interface EmvConfig {
  id: number;
  emvName: string;
  paymentMethod: string;
  params: string;
}

export interface Transaction {
  tranId: string;
  amount: { currency: string; value: number };
  tranStatus: string;
  tranType: string;
  accountMasked: string;
  appName: string;
  mchName: string;
  sdkId: string;
  rrn: string;
}

interface Envelope<T> {
  code: number;
  msg: string;
  data: { total: number; records: T[] };
}

declare global {
  interface Window {
    /** Bearer token, set by the bench; the service has the origin of the page. */
    TOKEN: string;
  }
}

export async function list<T>(path: string): Promise<T[]> {
  const answer = await fetch(`${path}?pageSize=-1`, { headers: { Authorization: `Bearer ${window.TOKEN}` } });
  const envelope = (await answer.json()) as Envelope<T>;
  if (envelope.code !== 0) throw new Error(envelope.msg);
  return envelope.data.records;
}
