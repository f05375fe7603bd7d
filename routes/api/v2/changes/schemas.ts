import { Type, type Static, type TObject } from '@sinclair/typebox'
import { CURSOR_RULE } from '#src/changes/cursor.js'
import { eventKinds } from '#src/core/events/kinds.js'
import { PageQuery } from '#src/http/list.js'
import { EVENTS_RULE } from '#src/http/event-kinds.js'
import { mustBeOneOf } from '#src/http/rules.js'
import { described, Nullable, OneOf, strict, Text, Values, WholeNumberText } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { MediaFile } from '../assets/_asset_id/media/schemas.js'
import { wholeExample } from '../examples.js'
import { GroupValuesReply } from '../field_groups/schemas.js'
import { Asset, EventKindName, HistoryEntry, Project, samples } from '../schemas.js'

export const changesTag: Tag = {
  name: 'Changes',
  description:
    'What happened, in the order in which it was committed: for mirrors, backups, and clients that no webhook can reach.',
  position: 110
}

const types = ['asset', 'project'] as const
const LONGEST_WAIT_S = 60
const WAIT_RULE = `Must be a Integer from 0 to ${LONGEST_WAIT_S}`

/** A place instead of a cursor: the end. */
export const NOW = 'now'

const cursor = 'MS40Mg'

export const ChangesQuery = strict(Type.Object({
  since: Type
    .Optional(described(
      Type.String({ ...Text, wrongType: CURSOR_RULE, wrongValue: CURSOR_RULE }),
      'The `next` of an earlier answer. From the beginning if it is not sent; `now`: nothing, and a `next` to go on from.',
      NOW
    )),
  wait: Type.Optional(described(
    {
      ...WholeNumberText,
      pattern: `^(?:[0-9]|[1-5][0-9]|${LONGEST_WAIT_S})$`,
      wrongType: WAIT_RULE,
      wrongValue: WAIT_RULE,
      documentedAs: { type: 'integer', minimum: 0, maximum: LONGEST_WAIT_S }
    },
    'Seconds to wait for something where there is nothing.',
    0
  )),
  event: Type
    .Optional(described(Values(eventKinds, EVENTS_RULE), 'Kinds of events. Of several, any.', ['ASSET_ADDED'])),
  type: Type.Optional(described(Values(types, mustBeOneOf(types)), 'What it is about. Of several, any.', ['asset'])),
  within: Type
    .Optional(described(
      Values(),
      'Projects: what was in one of them at any depth when it happened, or was put in or taken out; whatever has become of it and of the projects since.',
      [samples.projectId]
    )),
  include: Type.Optional(described(OneOf(['item']), 'Each change with its item as it is now, as a line of an export has it.', 'item')),
  limit: Type.Optional(described(PageQuery.properties.limit, 'So many changes at most, 100 unless told.', 100))
}))

export type SentChangesQuery = Static<typeof ChangesQuery>

const { account: _account, ...entry } = HistoryEntry.properties

const Change = Type.Object({
  id: entry.id,
  event: described(EventKindName, 'What happened.', 'ASSET_ADDED'),
  time: entry.time,
  user_id: entry.user_id,
  severity: entry.severity,
  targets: entry.targets,
  fields: entry.fields,
  item: Type.Optional(described(
    Nullable(Type.Object({
      type: described(Type.String(), '`asset` or `project`.', 'asset'),
      asset: Type.Optional(Asset),
      project: Type.Optional(Project),
      custom_fields: GroupValuesReply.properties.custom_fields,
      media: described(Type.Array(MediaFile), 'Its files, without URLs.')
    })),
    'With `include=item`: what it is about, as it is now, as a line of an export has it, without comments; null where it is deleted for good, absent where the change names no item.',
    null
  ))
}, { title: 'Change' })

export const ChangesReply = Type.Object({
  changes: described(Type.Array(Change), 'In the order in which they were committed.'),
  next: described(Type.String(), 'Where to go on from. It goes with any filter.', cursor),
  more: described(Type.Boolean(), 'Whether there is something behind it already.', false)
}, { description: 'A page of the changes.' })

export const ChangesHeaders: TObject = Type.Object({
  'Last-Event-ID': Type
    .Optional(described(
      Type.String(),
      'The `id` of the last event that came: it goes on behind it, whatever `since` says. Browsers send it by themselves.',
      cursor
    ))
})

const example = JSON.stringify(wholeExample(Change))

/** The stream is described in words: with a second content type, generated clients would take a page for a text. */
export const STREAM_DESCRIPTION =
  `With \`Accept: text/event-stream\` it is a stream of server-sent events, without an end: \`id\` is the cursor behind a change, \`event\` its kind, and \`data\` the change as it is in a page, as JSON. A comment every 15 seconds keeps the connection open. Who reads too slowly is cut off, and may come back with \`Last-Event-ID\`, which wins over \`since\`.

\`\`\`
id: ${cursor}
event: ASSET_ADDED
data: ${example}
\`\`\``
