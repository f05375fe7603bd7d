import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { withDeadline } from '../basics/deadline.js'
import { processRegistry } from './process.js'
import { createSingleFlight } from '../work/turns/single-flight.js'

/** A source without an answer after this time is left out: a scrape must not wait for a hanging database. */
const SOURCE_TIMEOUT_MS = 5000

/** Makes the gauges that a source fills. */
type MakeGauge = <Label extends string>(name: string, help: string, labelNames?: readonly Label[]) => Gauge<Label>

/**
 * Fills the gauges of a source. It runs at every scrape, so its queries must not grow with the rows.
 */
type ReadSource = () => Promise<void> | void

interface SourceGauge {
  readonly gauge: Gauge<string>
  readonly isLabelled: boolean
}

interface Source {
  readonly name: string
  readonly gauges: readonly SourceGauge[]
  readonly read: ReadSource
}

/**
 * The metrics of this process in the Prometheus format. Counters and histograms count events as they happen; a source
 * reads values at each scrape. Each domain adds its own.
 */
export function createMetrics ({ log, timeoutMs = SOURCE_TIMEOUT_MS }: { log: FastifyBaseLogger, timeoutMs?: number }) {
  const registry = new Registry()
  const registers = [registry]
  const sources: Source[] = []
  const failed = new Gauge({
    name: 'cutroom_source_failed',
    help: 'Whether a source of figures could not be read: 1, and its figures are left out.',
    labelNames: ['source'],
    registers
  })

  function addSource (name: string, describe: (gauge: MakeGauge) => ReadSource): void {
    const gauges: SourceGauge[] = []
    const read = describe((gaugeName, help, labelNames = []) => {
      const gauge = new Gauge({ name: gaugeName, help, labelNames, registers })
      gauges.push({ gauge: gauge as Gauge<string>, isLabelled: labelNames.length > 0 })
      return gauge
    })
    sources.push({ name, gauges, read })
  }

  async function readSource ({ name, gauges, read }: Source): Promise<void> {
    try {
      await withDeadline(Promise.resolve(read()), timeoutMs, () => {
        throw new Error(`no answer within ${timeoutMs} ms`)
      })
      failed.set({ source: name }, 0)
    } catch (error) {
      log.warn({ err: error, source: name }, 'figures could not be read')
      for (const gauge of gauges) blank(gauge)
      failed.set({ source: name }, 1)
    }
  }

  async function render (): Promise<string> {
    await Promise.all(sources.map(readSource))
    return `${await registry.metrics()}\n${await processRegistry.metrics()}`
  }

  return {
    addSource,
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string, help: string, buckets: number[], labelNames: readonly Label[] = []
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
    contentType: registry.contentType,
    /** The text of a scrape. Concurrent scrapes share it. */
    render: createSingleFlight(render).join
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Removes values that are no longer known. A gauge without labels cannot be without a value: it gets NaN. */
function blank ({ gauge, isLabelled }: SourceGauge): void {
  gauge.reset()
  if (!isLabelled) gauge.set(NaN)
}
