import { pino } from 'pino'
import t from 'tap'
import { createIngestCounter } from '#src/media/metrics.js'
import { createMetrics } from '#src/metrics/metrics.js'

t.test('ingests are counted by their outcome, and bytes only of files that are ready', async (t) => {
  const metrics = createMetrics({ log: pino({ level: 'silent' }) })
  const count = createIngestCounter(metrics)
  count({ outcome: 'retried', bytes: 100 })
  count({ outcome: 'ready', bytes: 5000 })
  count({ outcome: 'failed' })
  const text = await metrics.render()
  t.match(text, /^cutroom_media_ingests_total\{outcome="ready"\} 1$/m)
  t.match(text, /^cutroom_media_ingests_total\{outcome="retried"\} 1$/m)
  t.match(text, /^cutroom_media_ingests_total\{outcome="failed"\} 1$/m)
  t.match(text, /^cutroom_media_ingested_bytes_total 5000$/m)
})

t.test('every outcome starts at 0, so that the first failure is seen as an increase', async (t) => {
  const metrics = createMetrics({ log: pino({ level: 'silent' }) })
  createIngestCounter(metrics)
  const text = await metrics.render()
  for (const outcome of ['ready', 'failed', 'retried', 'stopped']) {
    t.match(text, new RegExp(`^cutroom_media_ingests_total\\{outcome="${outcome}"\\} 0$`, 'm'))
  }
})
