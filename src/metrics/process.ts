import { collectDefaultMetrics, Registry } from 'prom-client'

/** Processor, memory, garbage collection and event-loop delay: they are the process's, however many apps live in it. */
export const processRegistry = new Registry()

collectDefaultMetrics({ register: processRegistry })
