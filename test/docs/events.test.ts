import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { eventSchemas } from '../../routes/api/v2/admin/webhooks/_webhook_id/events.js'
import { WebhookPayload } from '../../routes/api/v2/admin/webhooks/_webhook_id/schemas.js'
import { reasonKinds } from '../../src/consumers.js'
import { domains, eventKinds } from '../../src/domains.js'
import { documents, readDocument } from '../helper/documents.js'

const KINDS = 'core/events/kinds.ts'
const TABLE = 'docs/webhooks.md'
const pages = documents.filter((path) => /^docs\/[\w-]+\.md$/.test(path))

/** The chapters with this heading, of pages for users, in one text. */
const chapters = (heading: string, of = pages) => of
  .flatMap((path) => readDocument(path).split(`\n## ${heading}\n`).slice(1))
  .map((rest) => rest.split('\n## ')[0])
  .join('\n')

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
  const told = [...(rows + chapters('Events')).matchAll(/`([A-Z_\d]+)`/g)].map(([, kind]) => kind!)
    .filter((kind) => (eventKinds as readonly string[]).includes(kind))
  const lines = `the table of ${TABLE}, or \`## Events\` of the page of its domain in docs/`
  t.strictSame(happening.filter((kind) => !told.includes(kind)), [], `is recorded in src/: write it into ${lines}`)
  t.strictSame(told.filter((kind) => !named.includes(kind) && !made.includes(kind)), [], `nothing in src/ records it: take it out of ${lines}`)
  t.strictSame(told.filter((kind, index) => told.indexOf(kind) !== index), [], `is twice in ${lines}`)
  const described = eventSchemas(WebhookPayload).map(({ properties }) => properties.type.const as string)
  t.strictSame(described.toSorted(), told.toSorted(), 'has its schema in the API document')
})

t.test('The tables of notifications have every reason, in the order in which they count', (t) => {
  const rowsOf = (text: string) => [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind!)
  const told = rowsOf(chapters('Notifications'))
  const lines = 'the table below `## Notifications` of docs/review.md, or of the page of its domain in docs/'
  t.strictSame(told.toSorted(), reasonKinds.toSorted(), `the reasons of the tell.ts of domains, and ${lines}`)
  const inReview = rowsOf(chapters('Notifications', ['docs/review.md']))
  t.strictSame(inReview, reasonKinds.filter((kind) => inReview.includes(kind)), 'in the order of src/domains.ts')
  t.end()
})

t.test('The documents name what domains add to searches, lists and exports', (t) => {
  const text = pages.map(readDocument).join('\n')
  const added = domains.flatMap(({ name, search, review, line }) =>
    [...Object.keys(search?.filters ?? {}), review?.name ?? [], line?.name ?? []].flat()
      .map((word) => ({ name, word })))
  t.ok(added.length > 5, `${added.length} words`)
  const missing = added.filter(({ word }) => !new RegExp(`\`[^\`]*\\b${word}\\b[^\`]*\``).test(text))
  t.strictSame(missing.map(({ name, word }) => `${word}: name it, as code, in the page of ${name} in docs/`), [])
  t.end()
})
