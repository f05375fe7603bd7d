import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { isTextList, LIST_RULE, MOST_ELEMENTS, refuseLongerList } from '#src/http/rules.js'
import { described, strict } from '#src/http/schemas.js'
import { orRefused, samples } from '../schemas.js'

const refuse = (ids: readonly string[]) =>
  ids.length === 0 ? `${LIST_RULE} of 1 to ${MOST_ELEMENTS} elements` : refuseLongerList(ids)

TypeRegistry.Set('IdList', (_schema, value) => isTextList(value) && refuse(value) === undefined)

/** Ids of 1 to 1,000 items. */
export const IdList = Type.Unsafe<string[]>({
  [Kind]: 'IdList',
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  maxItems: MOST_ELEMENTS,
  wrongType: LIST_RULE,
  ruleOf: (value: unknown) => isTextList(value) ? refuse(value) : undefined
})

export const DownloadBody = strict(Type.Object({
  asset_ids: described(IdList, 'Assets, active or in the trash bin. One that is named twice counts once.', [
    samples.assetId
  ])
}))

export const DownloadReply = orRefused(Type.Object({
  download: Type.Object({
    url: described(
      Type.String(),
      'Works without a key.',
      `http://127.0.0.1:3000/downloads/${samples.fileId}?expires=${samples.expires}&user=1&signature=${samples.signature}`
    ),
    expires_at: described(Type.String(), 'When the URL stops working.', '2026-01-15T10:31:12.000Z'),
    files: described(Type.Integer(), 'Files in the ZIP: those that are ready.', 1),
    size: described(Type.Integer(), 'Bytes of the ZIP.', 246)
  }, { title: 'Download' })
}, { description: 'Where the ZIP is.' }))
