import { pino } from 'pino'
import t from 'tap'
import { createMetrics } from '#src/metrics/metrics.js'

const log = pino({ level: 'silent' })

t.test('counters and histograms are in the text of a scrape', async (t) => {
  const metrics = createMetrics({ log })
  metrics.counter('apples_total', 'Apples.', ['colour']).inc({ colour: 'red' }, 3)
  metrics.histogram('weight_kilograms', 'Weight.', [1, 2]).observe(1.5)
  const text = await metrics.render()
  t.match(text, '# HELP apples_total Apples.\n# TYPE apples_total counter\napples_total{colour="red"} 3\n')
  t.match(text, 'weight_kilograms_bucket{le="1"} 0\nweight_kilograms_bucket{le="2"} 1\n')
})

t.test('a scrape has the event loop delay, the memory and the processor time of the process', async (t) => {
  const text = await createMetrics({ log }).render()
  for (
    const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total']
  ) {
    t.match(text, new RegExp(`^${name} \\d`, 'm'))
  }
})

t.test('a source is read at each scrape', async (t) => {
  const metrics = createMetrics({ log })
  let depth = 4
  metrics.addSource('queue', (gauge) => {
    const length = gauge('queue_length', 'Length.')
    return () => length.set(depth++)
  })
  t.match(await metrics.render(), /^queue_length 4$/m)
  t.match(await metrics.render(), /^queue_length 5$/m)
  t.match(await metrics.render(), /^cutroom_source_failed\{source="queue"\} 0$/m)
})

t.test('a source that fails loses only its own figures, and sets cutroom_source_failed', async (t) => {
  const metrics = createMetrics({ log })
  let broken = false
  metrics.addSource('queue', (gauge) => {
    const length = gauge('queue_length', 'Length.')
    const byName = gauge('queue_length_by_name', 'Length.', ['name'])
    return async () => {
      if (broken) throw new Error('no connection')
      length.set(4)
      byName.set({ name: 'first' }, 4)
    }
  })
  metrics.addSource('disk', (gauge) => {
    const free = gauge('disk_free', 'Free.')
    return () => free.set(1)
  })
  await metrics.render()
  broken = true
  const text = await metrics.render()
  t.match(text, /^queue_length Nan$/m, 'an unknown value is NaN')
  t.notMatch(text, 'queue_length_by_name{')
  t.match(text, /^disk_free 1$/m)
  t.match(text, /^cutroom_source_failed\{source="queue"\} 1$/m)
  broken = false
  t.match(await metrics.render(), /^queue_length 4$/m, 'it comes back')
})

t.test('scrapes at the same time share one text, and the next scrape makes a new one', async (t) => {
  const metrics = createMetrics({ log })
  const first = metrics.render()
  t.equal(metrics.render(), first)
  await first
  t.not(metrics.render(), first)
})

t.test('a scrape does not wait for a source that hangs', async (t) => {
  const metrics = createMetrics({ log, timeoutMs: 20 })
  metrics.addSource('stuck', () => () => new Promise(() => {}))
  t.match(await metrics.render(), /^cutroom_source_failed\{source="stuck"\} 1$/m)
})

t.test('scrapes at the same time read a source once', async (t) => {
  const metrics = createMetrics({ log })
  let reads = 0
  metrics.addSource('queue', () => async () => { reads++ })
  await Promise.all([metrics.render(), metrics.render(), metrics.render()])
  t.equal(reads, 1)
})
