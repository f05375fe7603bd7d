import { Type, type Static, type TObject } from '@sinclair/typebox'
import { CURSOR_RULE } from '#src/changes/cursor.js'
import { eventKinds } from '#src/domains.js'
import { PageQuery } from '#src/http/list.js'
import { mustBeOneOf } from '#src/http/rules.js'
import { described, Nullable, OneOf, strict, Text, Values, WholeNumberText } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { MediaFile } from '#src/media/schema.js'
import { EVENTS_RULE } from '../event-kinds.js'
import { wholeExample } from '../examples.js'
import { GroupValuesReply } from '../field_groups/schemas.js'
import { Asset, EventKindName, HistoryEntry, Project, samples } from '../schemas.js'

export const changesTag: Tag = {
  name: 'Changes',
  description:
    'Changes are the events of the account, in the order of their commits. They are for mirrors, backups, and clients that webhooks cannot reach.',
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
      'Start of the page: the `next` of an earlier answer. By default, the page starts with the first change. `now` returns no changes, and a `next` to continue from.',
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
    'Number of seconds to wait for changes if there are none.',
    0
  )),
  event: Type
    .Optional(described(Values(eventKinds, EVENTS_RULE), `Kind of event. ${descriptions.oneMustMatch}`, ['ASSET_ADDED'])),
  type: Type.Optional(described(Values(types, mustBeOneOf(types)), `Kind of the affected object. ${descriptions.oneMustMatch}`, ['asset'])),
  within: Type
    .Optional(described(
      Values(),
      `Id of a project, to follow changes of items that were in the project at any depth when the change happened, and of items that were put into it or taken out of it. Later moves do not matter. ${descriptions.oneMustMatch}`,
      [samples.projectId]
    )),
  include: Type.Optional(described(OneOf(['item']), 'Additional content. `item` adds the affected item in its present state, as in a line of an export.', 'item')),
  limit: Type.Optional(described(PageQuery.properties.limit, 'Maximum number of changes, 100 by default.', 100))
}))

export type SentChangesQuery = Static<typeof ChangesQuery>

const { account: _account, ...entry } = HistoryEntry.properties

const Change = Type.Object({
  id: entry.id,
  event: described(EventKindName, descriptions.eventKind, 'ASSET_ADDED'),
  time: entry.time,
  user_id: entry.user_id,
  severity: entry.severity,
  targets: entry.targets,
  fields: entry.fields,
  item: Type.Optional(described(
    Nullable(Type.Object({
      type: described(Type.String(), descriptions.itemType, 'asset'),
      asset: Type.Optional(Asset),
      project: Type.Optional(Project),
      custom_fields: GroupValuesReply.properties.custom_fields,
      media: described(Type.Array(MediaFile), 'Files of the item, without URLs.')
    })),
    'With `include=item`: the affected item in its present state, as in a line of an export, without comments. It is null if the item has been deleted permanently, and absent if the change concerns no item.',
    null
  ))
}, { title: 'Change' })

export const ChangesReply = Type.Object({
  changes: described(Type.Array(Change), 'Changes, in the order of their commits.'),
  next: described(Type.String(), 'Cursor to continue from. It is valid with any filter.', cursor),
  more: described(Type.Boolean(), 'Whether more changes are available now.', false)
}, { description: 'A page of the changes.' })

export const ChangesHeaders: TObject = Type.Object({
  'Last-Event-ID': Type
    .Optional(described(
      Type.String(),
      '`id` of the last event that you received: the stream continues after it, and ignores `since`. Browsers send this header by themselves.',
      cursor
    ))
})

const example = JSON.stringify(wholeExample(Change))

/** The stream is described in words: with a second content type, generated clients would take a page for a text. */
export const STREAM_DESCRIPTION =
  `With \`Accept: text/event-stream\`, the answer is an endless stream of server-sent events. The \`id\` of an event is the cursor after the change, \`event\` is the kind of the change, and \`data\` is the change as JSON, as in a page. A comment every 15 seconds keeps the connection open. Clients that read too slowly are disconnected. They can continue with \`Last-Event-ID\`, which takes precedence over \`since\`.

\`\`\`
id: ${cursor}
event: ASSET_ADDED
data: ${example}
\`\`\``
