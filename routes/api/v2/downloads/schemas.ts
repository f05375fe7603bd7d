import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { isTextList, LIST_RULE, MOST_ELEMENTS, refuseLongerList } from '#src/http/rules.js'
import { described, strict } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
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
  asset_ids: described(IdList, descriptions.assetIds, [
    samples.assetId
  ])
}))

export const DownloadReply = orRefused(Type.Object({
  download: Type.Object({
    url: described(
      Type.String(),
      descriptions.urlWithoutKey,
      `http://127.0.0.1:3000/downloads/${samples.fileId}?expires=${samples.expires}&user=1&signature=${samples.signature}`
    ),
    expires_at: described(Type.String(), descriptions.urlExpiresAt, '2026-01-15T10:31:12.000Z'),
    files: described(Type.Integer(), 'Number of files in the ZIP. Only files that are ready are included.', 1),
    size: described(Type.Integer(), descriptions.zipSize, 246)
  }, { title: 'Download' })
}, { description: 'The URL of the ZIP.' }))
