import { bytes, duration, number } from '../ui/words.ts'
import { sumOf, sumsBy, type Sample } from './metrics.ts'

/** The metrics of one moment. */
export interface Look {
  readonly at: number
  readonly samples: readonly Sample[]
}

export interface Figure {
  readonly name: string
  /** Computes the value from this look and the one before. */
  readonly read: (look: Look, before: Look | undefined) => number | null
  readonly words: (value: number, look: Look) => string
  readonly isBad?: (value: number) => boolean
}

const one = (value: number) => number(Math.round(value * 10) / 10)
const milliseconds = (value: number) => `${one(value * 1000)} ms`
const seconds = (value: number) => value < 1 ? 'under 1 s' : duration(value)

type Labels = Readonly<Record<string, string>>

const gauge = (name: string, labels?: Labels) => ({ samples }: Look) => sumOf(samples, name, labels)

/** The growth of a counter per second. */
const rate = (name: string, labels?: Labels) => (look: Look, before: Look | undefined) => {
  const now = sumOf(look.samples, name, labels)
  const then = before === undefined ? null : sumOf(before.samples, name, labels)
  return now === null || then === null || now < then ? null : (now - then) / ((look.at - before!.at) / 1000)
}

/** The mean of the measurements since the look before. */
const mean = (name: string) => (look: Look, before: Look | undefined) => {
  const [sum, count] = [rate(`${name}_sum`)(look, before), rate(`${name}_count`)(look, before)]
  return sum === null || count === null ? null : count === 0 ? 0 : sum / count
}

const share = (part: string, whole: string) => ({ samples }: Look) => {
  const [one, all] = [sumOf(samples, part), sumOf(samples, whole)]
  return one === null || all === null || all === 0 ? null : one / all
}

const deliveriesWaiting = gauge('cutroom_webhook_deliveries', { disabled: 'false' })
const firstWaiting = gauge('cutroom_webhook_deliveries', { disabled: 'false', state: 'queued' })

/** The age is that of deliveries that were not tried yet: retries have waited longer. */
function oldestDelivery (age: number, look: Look): string {
  if (firstWaiting(look) !== 0) return seconds(age)
  return deliveriesWaiting(look) === 0 ? 'none' : 'only retries'
}

export const figures: readonly Figure[] = [
  { name: 'Requests a second', read: rate('cutroom_http_request_duration_seconds_count'), words: one },
  { name: 'Mean answer', read: mean('cutroom_http_request_duration_seconds'), words: milliseconds },
  { name: 'Event loop, p99', read: gauge('nodejs_eventloop_lag_p99_seconds'), words: milliseconds, isBad: (value) => value > 0.2 },
  { name: 'Processor', read: rate('process_cpu_seconds_total'), words: (value) => `${one(value * 100)} %` },
  { name: 'Memory', read: gauge('process_resident_memory_bytes'), words: bytes },
  { name: 'Deliveries waiting', read: deliveriesWaiting, words: one },
  { name: 'Oldest delivery', read: gauge('cutroom_webhook_oldest_delivery_age_seconds'), words: oldestDelivery, isBad: (value) => value > 600 },
  { name: 'Attempts a second', read: rate('cutroom_webhook_attempts_total'), words: one },
  { name: 'Files on their way', read: ({ samples }) => waitingFiles(samples), words: one },
  { name: 'Oldest file on its way', read: gauge('cutroom_media_oldest_file_age_seconds'), words: (value, { samples }) => waitingFiles(samples) === 0 ? 'none' : seconds(value), isBad: (value) => value > 3600 },
  { name: 'Received a second', read: rate('cutroom_media_ingested_bytes_total'), words: bytes },
  { name: 'Analyses waiting', read: ({ samples }) => waitingAnalyses(samples), words: one },
  { name: 'Imports waiting', read: ({ samples }) => sumOf(samples, 'cutroom_imports'), words: one },
  { name: 'Trash is late by', read: gauge('cutroom_purge_lag_seconds'), words: (value) => value < 1 ? 'none' : duration(value), isBad: (value) => value > 3600 },
  { name: 'Search index built', read: gauge('cutroom_search_index_built_percent'), words: (value) => `${one(value)} %`, isBad: (value) => value < 100 },
  { name: 'Streams of changes', read: gauge('cutroom_changes_waiting'), words: one },
  { name: 'Disk free', read: share('cutroom_disk_free_bytes', 'cutroom_disk_size_bytes'), words: (value) => `${one(value * 100)} %`, isBad: (value) => value < 0.1 }
]

function waitingFiles (samples: readonly Sample[]): number | null {
  const by = sumsBy(samples, 'cutroom_media_files', 'status')
  return by.size === 0 ? null : (by.get('pending') ?? 0) + (by.get('ingesting') ?? 0)
}

function waitingAnalyses (samples: readonly Sample[]): number | null {
  const by = sumsBy(samples, 'cutroom_media_analyses', 'status')
  return by.size === 0 ? null : (by.get('pending') ?? 0) + (by.get('running') ?? 0)
}
