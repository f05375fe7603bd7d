import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import { standardOutput } from '../process/log-output.js'

/**
 * Processor, memory, garbage collection, event-loop delay and log: they belong to the process, whatever the number of
 * apps in it.
 */
export const processRegistry = new Registry()

collectDefaultMetrics({ register: processRegistry })

processRegistry.registerMetric(new Counter({
  name: 'cutroom_log_lines_dropped_total',
  help: 'Lines of the log that could not be written.',
  registers: [],
  collect () {
    this.reset()
    this.inc(standardOutput.dropped)
  }
}))
