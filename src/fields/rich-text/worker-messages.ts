/** What a cleaning worker says: once that it is ready, then one answer to each value, in order. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'cleaned', html: string }
  | { kind: 'refused', expected: string }
  | { kind: 'failed', reason: string }
