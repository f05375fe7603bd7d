import { Type } from '@sinclair/typebox'
import {
  itemIn, requireHash, requireId, requireOneOf, requireText, toSearch, types, withoutNulls
} from './arguments.js'
import { cut, cutToFit, CUT, isCut } from './results.js'
import { ofItem, type Named, type Service } from './service.js'
import { choice, id, list, text, tool, type Tool } from './tool.js'
import { readCustomFields, tagOf } from './values.js'

const item = { type: choice(types, 'Type of the item.'), id: id('Id of the item.') }
const etag = text('The `etag` of get_item: the item is changed only if it is still the same.')
const required = ['type', 'id']
const values = Type.Record(Type.String(), Type.Unknown())

/** A text that somebody has seen only the beginning of. */
export class CutValue extends Error {
  override name = 'CutValue'

  constructor (name: string) {
    super(`Invalid parameter '${name}': It ends with "${CUT}", so it is not whole. Read the whole of it first, and write nothing that ends so`)
  }
}

/** Nothing that was cut is written back. */
function writingTool ({ run, ...options }: Omit<Parameters<typeof tool>[0], 'writes'>): Tool {
  return tool({
    ...options,
    writes: true,
    run: async (service, sent) => {
      for (const [name, value] of Object.entries(sent)) if (isCut(value)) throw new CutValue(name)
      if (sent.etag !== undefined) requireText('etag', sent.etag)
      const answer = await run(service, sent)
      return cutToFit((bounds) => cut(answer, bounds) as object)
    }
  })
}

const addComment = writingTool({
  name: 'add_comment',
  title: 'Comment',
  description: 'Adds a comment to an asset or a project.',
  properties: {
    ...item,
    text: text('Text of the comment.'),
    time: Type.Number({ description: 'Moment of a film or a sound, in seconds. Only on assets.', minimum: 0 }),
    reply_to: Type.Integer({ description: 'Id of the comment that it answers.' })
  },
  required: [...required, 'text'],
  run: async (service, { type, id, ...body }) =>
    (await service.write('POST', ...ofItem(itemIn({ type, id }), '/comments', { body }))).data
})

const updateItem = writingTool({
  name: 'update_item',
  title: 'Change an item',
  description: 'Changes properties of an asset or a project. What is not given stays. `errors` of the result says what was not taken.',
  properties: {
    ...item,
    title: text('Title.'),
    description: text('Description: the whole of it.'),
    category: text('Category.'),
    external_id: text('Id in another system.'),
    add_tags: list('Tags to add.'),
    remove_tags: list('Tags to remove.'),
    etag
  },
  required,
  run: async (service, { type, id, etag, ...body }) =>
    (await service.write('PUT', ...ofItem(itemIn({ type, id }), '', { body, etag }))).data
})

const setValues = writingTool({
  name: 'set_values',
  title: 'Set custom fields',
  description: 'Sets values of custom fields of an asset or a project, in one field group. Either all values are stored, or none.',
  properties: {
    ...item,
    field_group_id: Type.Union([Type.Integer(), Type.String()], { description: 'Id of the field group.' }),
    custom_fields: Type.Union([values, Type.Array(values)], {
      description: 'Values by the id of their field, such as {"3": "Berlin"}. In a group of the type complex, an array of such entries: it adds them, or changes those that it names by `cfg_id`.'
    }),
    etag
  },
  required: [...required, 'field_group_id'],
  run: async (service, { type, id, field_group_id: groupId, etag, ...body }) => {
    const named = itemIn({ type, id })
    const sent = { path: { field_group_id: requireId('field_group_id', groupId) }, body }
    const [path, whole] = ofItem(named, '/custom_fields/{field_group_id}', sent)
    const expected = etag === undefined ? undefined : await tagOfGroup(service, named, [path, whole], etag)
    return (await service.write('POST', path, { ...whole, etag: expected })).data
  }
})

/**
 * The tag of the group, if the values of the item are still those of the `etag`. The group is read first: what changes
 * it later does not pass, either. Otherwise the `etag` itself, which the API compares with the group.
 */
async function tagOfGroup (
  service: Service, named: Named, [path, { path: values }]: ReturnType<typeof ofItem>, etag: string
): Promise<string> {
  const group = await service.read(path, { path: values! })
  const isSame = etag.includes(tagOf(await readCustomFields(service, named)))
  return isSame ? group.etag ?? etag : etag
}

const createItem = writingTool({
  name: 'create_item',
  title: 'Create an item',
  description: 'Creates an asset without a file, or a project.',
  properties: {
    type: item.type,
    title: text('Title.'),
    description: text('Description.'),
    category: text('Category.'),
    tags: list('Tags.')
  },
  required: ['type', 'title'],
  run: async (service, { type, ...body }) =>
    (await service.write('POST', `/api/v2/${requireOneOf('type', type, types)}s`, { body })).data
})

const assignItem = writingTool({
  name: 'assign_item',
  title: 'Put an item into a project',
  description: 'Puts an asset or a project into a project. It leaves the project in which it was.',
  properties: { ...item, to_project_id: text('Id of the project.') },
  required: [...required, 'to_project_id'],
  run: async (service, { type, id, ...body }) =>
    (await service.write('POST', ...ofItem(itemIn({ type, id }), '/assign', { body }))).data
})

const startAction = writingTool({
  name: 'start_action',
  title: 'Start an action',
  description: 'Starts an action of list_actions, for items of its type: each gets a run, which other programs do. Give one of `asset_ids`, `project_ids` and `search`. The result says how many items were skipped.',
  properties: {
    action_id: Type.Union([Type.Integer(), Type.String()], { description: 'Id of the action.' }),
    asset_ids: list('Ids of assets.'),
    project_ids: list('Ids of projects.'),
    search: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What the tool `search` takes, without `sort` and `cursor`: all that it finds, such as {"q": "harbour"}.'
    }),
    parameters: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values for the parameters of the action, by name, such as {"language": "en"}.'
    })
  },
  required: ['action_id'],
  run: async (service, { action_id: actionId, search, ...rest }) => {
    const searched = search === undefined ? {} : { search: toSearch(withoutNulls(requireHash('search', search))) }
    const sent = { path: { action_id: requireId('action_id', actionId) }, body: { ...rest, ...searched } }
    return (await service.write('POST', '/api/v2/actions/{action_id}/runs', sent)).data
  }
})

export const writingTools: readonly Tool[] = [addComment, updateItem, setValues, createItem, assignItem, startAction]
