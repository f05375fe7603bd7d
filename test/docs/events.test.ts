import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { eventSchemas } from '../../routes/api/v2/admin/webhooks/_webhook_id/events.js'
import { WebhookPayload } from '../../routes/api/v2/admin/webhooks/_webhook_id/schemas.js'
import { eventKinds, reasonKinds } from '../../src/core/events/kinds.js'
import { readDocument } from '../helper/documents.js'

const KINDS = 'core/events/kinds.ts'
const TABLE = 'docs/webhooks.md'

/** The kinds that a source names, in full or without the ASSET_ or PROJECT_ of the kind of their item. */
function kindsIn (source: string): string[] {
  return [...source.matchAll(/'([A-Z][A-Z\d_]+)'/g)].flatMap(([, name]) => [name!, `ASSET_${name}`, `PROJECT_${name}`])
}

/** The kinds that a source may make of parts, such as `${prefix}_ADDED_FAVORITE`. */
function madeIn (source: string): string[] {
  const ends = [...source.matchAll(/`\$\{[^`]+\}(_[A-Z]{5}[A-Z_]*)`/g)].map(([, end]) => end!)
  return eventKinds.filter((kind) => ends.some((end) => kind.endsWith(end)))
}

t.test('The table for receivers has every kind of event that is recorded, and no other', async (t) => {
  const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts') && path !== KINDS && !/(?:^|\/)events\.ts$/.test(path)
  )
  const texts = sources.map((path) => readFileSync(join(projectRoot, 'src', path), 'utf8'))
  const named = texts.flatMap(kindsIn)
  const made = texts.flatMap(madeIn)
  const happening = eventKinds.filter((kind) => named.includes(kind))
  t.ok(happening.length > 25, 'the kinds were found')
  const rows = readDocument(TABLE).split('These kinds of events are sent today:')[1]!.split('All other kinds')[0]!
  const told = [...rows.matchAll(/`([A-Z_\d]+)`/g)].map(([, kind]) => kind!)
  t.strictSame(happening.filter((kind) => !told.includes(kind)), [], `is recorded in src/, and has no line in ${TABLE}`)
  t.strictSame(told.filter((kind) => !named.includes(kind) && !made.includes(kind)), [], `has a line in ${TABLE}, and nothing in src/ records it`)
  t.strictSame(told.filter((kind, index) => told.indexOf(kind) !== index), [], 'has two lines')
  const described = eventSchemas(WebhookPayload).map(({ properties }) => properties.type.const as string)
  t.strictSame(described.toSorted(), told.toSorted(), 'has its schema in the API document')
})

t.test('The table of notifications has every reason, in the order in which they count', (t) => {
  const [, chapter = ''] = readDocument('docs/review.md').split('## Notifications')
  const told = [...chapter.split('## ')[0]!.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind!)
  t.strictSame(told, [...reasonKinds], 'docs/review.md, as src/core/events/kinds.ts has them')
  t.end()
})
