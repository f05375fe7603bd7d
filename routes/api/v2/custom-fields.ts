import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type Static, type TString } from '@sinclair/typebox'
import type { Unit } from '#src/core/unit.js'
import { EntryNotFound, FieldGroupNotFound, ReadOnlyValues } from '#src/errors.js'
import { presentGroupValues } from '#src/fields/values/overview.js'
import { presentValues } from '#src/fields/values/present.js'
import { ifMatchText } from '#src/http/entity-tags.js'
import { sendJson } from '#src/http/json.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import type { ItemKind } from '#src/items/kinds.js'
import type { AssetRow, ProjectRow } from '#src/items/rows.js'
import {
  CustomFieldsBody, CustomFieldsReply, customFieldsTag, EntryParams, FieldGroupParams, GroupValuesReply,
  SetCustomFieldsReply
} from './field_groups/schemas.js'
import { done, replies } from './schemas.js'

/** A kind of item with custom fields. */
interface Holder<Row extends AssetRow | ProjectRow> {
  readonly kind: ItemKind<Row>
  /** The id in the path, as the holder's other routes describe it. */
  readonly id: TString
  /** For the `operationId`, and for sentences. */
  readonly name: 'Asset' | 'Project'
  readonly article: 'an' | 'a'
}

/** The routes of all custom fields of an item. */
export function listCustomFields<Row extends AssetRow | ProjectRow> (
  { kind, id, name, article }: Holder<Row>
): FastifyPluginAsyncTypebox {
  const missing = new kind.NotFound()

  return async function customFieldsList (app) {
    app.get('/', {
      schema: {
        operationId: `list${name}CustomFields`,
        tag: customFieldsTag,
        summary: `List all custom fields of ${article} ${kind.type}`,
        description: `Lists all field groups in which the ${kind.type} has values, with these values.`,
        params: Type.Object({ [`${kind.type}_id`]: id }),
        querystring: PageQuery,
        response: replies({ 200: GroupValuesReply }, missing)
      }
    }, async function listCustomFields (request, reply) {
      const { unit } = request
      const itemId = await app.fieldOverview.require(kind, unit, itemIdOf(kind, request.params))
      return sendPagedList(request, reply, [section({
        name: 'custom_fields',
        read: (page) => app.fieldOverview.list(unit, itemId, page),
        weigh: (page) => app.fieldOverview.weigh(unit, itemId, page),
        keyOf: (group) => group.field_group_id,
        toJson: presentGroupValues
      })])
    })
  }
}

/** The routes of the custom fields of an item in one field group. */
export function customFieldsInGroup<Row extends AssetRow | ProjectRow> (
  { kind, id, name, article }: Holder<Row>
): FastifyPluginAsyncTypebox {
  const params = Type.Object({ [`${kind.type}_id`]: id, ...FieldGroupParams.properties })
  const missing = [new kind.NotFound(), new FieldGroupNotFound()]
  const item = `${article} ${kind.type}`

  return async function customFields (app) {
    async function prepare (unit: Unit, { params, body }: { params: unknown, body: unknown }): Promise<void> {
      const { custom_fields: sent } = body as Static<typeof CustomFieldsBody>
      const { field_group_id: groupId } = params as Static<typeof FieldGroupParams>
      if (sent !== undefined) await app.fieldValues.prepare(unit, groupId, sent)
    }

    app.get('/', {
      schema: {
        operationId: `get${name}CustomFields`,
        tag: customFieldsTag,
        summary: `Read the custom fields of ${item}`,
        description: 'Reads the values of one field group.',
        params,
        querystring: NoParameters,
        response: replies({ 200: CustomFieldsReply }, ...missing)
      }
    }, async function getCustomFields (request, reply) {
      const { params, unit } = request
      return sendJson(
        reply,
        presentValues(await app.fieldValues.read(kind, unit, itemIdOf(kind, params), params.field_group_id))
      )
    })

    app.post('/', {
      config: { inBulk: true, inRun: true, conditional: true, prepare },
      schema: {
        operationId: `set${name}CustomFields`,
        tag: customFieldsTag,
        summary: `Set custom fields of ${item}`,
        description:
          'Either all values are valid and stored, or none is stored. An object changes the values that it names. An array adds entries, or changes the entries that it names by `cfg_id`. An entry that becomes empty is removed. At most 1,000 entries and 1 MiB are stored.',
        params,
        body: CustomFieldsBody,
        response: replies({ 200: SetCustomFieldsReply }, ...missing)
      }
    }, async function setCustomFields (request, reply) {
      const { params, body: { custom_fields: sent }, unit } = request
      const at = [kind, unit, itemIdOf(kind, params), params.field_group_id] as const
      const isExpected = ifMatchText(request, presentValues)
      return sendJson(
        reply,
        presentValues(await (sent === undefined
          ? app.fieldValues.read(...at, isExpected)
          : app.fieldValues.set(...at, sent, isExpected)))
      )
    })

    app.delete('/', {
      config: { inBulk: true, conditional: true },
      schema: {
        operationId: `delete${name}CustomFields`,
        tag: customFieldsTag,
        summary: `Clear custom fields of ${item}`,
        description: 'Removes all values of one field group, with all its entries.',
        params,
        querystring: NoParameters,
        response: replies(done('Custom fields cleared'), ...missing, new ReadOnlyValues())
      }
    }, async function deleteCustomFields (request) {
      const { params, unit } = request
      const isExpected = ifMatchText(request, presentValues)
      await app.fieldValues.clear(kind, unit, itemIdOf(kind, params), params.field_group_id, isExpected)
      return { ok: 'Custom fields cleared' }
    })

    app.delete('/:cfg_id', {
      config: { inBulk: true, conditional: true },
      schema: {
        operationId: `delete${name}CustomFieldsEntry`,
        tag: customFieldsTag,
        summary: `Remove an entry of custom fields from ${item}`,
        description: '`If-Match` takes the `ETag` of the whole group.',
        params: Type.Object({ ...params.properties, ...EntryParams.properties }),
        querystring: NoParameters,
        response: replies(done('Entry removed'), ...missing, new EntryNotFound(), new ReadOnlyValues())
      }
    }, async function deleteCustomFieldsEntry (request) {
      const { params, unit } = request
      const at = [itemIdOf(kind, params), params.field_group_id, params.cfg_id] as const
      await app.fieldValues.removeEntry(kind, unit, ...at, ifMatchText(request, presentValues))
      return { ok: 'Entry removed' }
    })
  }
}

function itemIdOf ({ type }: { readonly type: string }, params: unknown): string {
  return (params as Readonly<Record<string, string>>)[`${type}_id`]!
}
