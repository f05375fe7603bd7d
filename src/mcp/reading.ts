import { Type } from '@sinclair/typebox'
import { eventKinds } from '../domains.js'
import { MissingParameter } from '../errors.js'
import { filters, views } from '../search/schema.js'
import { itemIn, requireOneOf, toSearch, types } from './arguments.js'
import { parts, readPart, type Item } from './parts.js'
import { CUT, cursorOf, cut, cutToFit, fits, fittingPage, MOST_ITEMS } from './results.js'
import { ofItem, type Named, type Service } from './service.js'
import { choice, id, list, text, tool, type Tool } from './tool.js'
import { readCustomFields, tagOf } from './values.js'

const cursor = text('Where to read on: the `cursor` of an earlier result.')
/** Room for the marks of lists that are not whole. */
const ROOM = 200

const search = tool({
  name: 'search',
  title: 'Search',
  description: 'Finds assets and projects by words and by their properties, the last changed ones first. All that is given must match. Gives at most ten results, and a `cursor` if there are more.',
  properties: {
    ...Object.fromEntries(Object.entries(filters).map(([name, { body }]) => [name, body])),
    fields: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values of searchable custom fields, by the id of the field: {"3": "Berlin"}. Of several values in an array, one must match. `3.from` and `3.to` limit dates.'
    }),
    sort: views.sort!.body,
    cursor
  },
  run: async (service, told) => {
    const sent = toSearch(told)
    return fittingPage(
      async (limit) => {
        const { data, cursor } = await service.search({ ...sent, limit })
        return { items: data.results, cursor }
      },
      (results, page) => ({ results, ...cursorOf(page) })
    )
  }
})

const getItem = tool({
  name: 'get_item',
  title: 'Read an item',
  description: 'Reads an asset or a project, with its custom fields, its files and an `etag`. With `part` it reads one part of it, and with `cursor` the rest of that part.',
  properties: {
    type: choice(types, 'Type of the item.'),
    id: id('Id of the item.'),
    part: choice(parts, 'Part of the item.'),
    cursor
  },
  required: ['type', 'id'],
  run: async (service, { part, cursor, ...named }) => {
    if (part !== undefined) requireOneOf('part', part, parts)
    else if (cursor !== undefined) throw new MissingParameter('part')
    const item = await readItem(service, itemIn(named))
    return part === undefined ? overview(service, item) : readPart(service, item, part, cursor)
  }
})

async function readItem (service: Service, named: Named): Promise<Item> {
  const [{ data, etag }, customFields] = await Promise.all([
    service.read(...ofItem(named)), readCustomFields(service, named)
  ])
  return { ...named, shown: data[named.type], customFields, etag: `${etag}, ${tagOf(customFields)}` }
}

/** The item first, then as many of its values and files as there is room for. */
async function overview (service: Service, item: Item): Promise<object> {
  const { type, shown, customFields, etag } = item
  const lists: Array<[string, readonly unknown[]]> = [['custom_fields', customFields]]
  if (type === 'asset') {
    const { data } = await service.read(...ofItem(item, '/media', { query: { limit: MOST_ITEMS + 1 } }))
    lists.push(['media', data.media])
  }
  let result = cutToFit((bounds) => ({ type, [type]: cut(shown, bounds), etag }), ROOM)
  for (const [name, list] of lists) {
    const some: unknown[] = []
    const isCustom = name === 'custom_fields'
    for (const one of list.slice(0, MOST_ITEMS)) {
      const next = cut(one, undefined, isCustom)
      if (!fits({ ...result, [name]: [...some, next] }, ROOM)) break
      some.push(next)
    }
    result = { ...result, [name]: some.length < list.length ? [...some, CUT] : some }
  }
  return result
}

const listChanges = tool({
  name: 'list_changes',
  title: 'List changes',
  description: 'Lists what has happened, in the order in which it happened, at most ten changes at once. Give the `next` of a result as `since` to go on. `since: "now"` lists nothing and gives the `next` of now.',
  properties: {
    since: text('Where to begin: the `next` of an earlier result, or `now`. By default, with the first change.'),
    event: list('Kinds of events, of which one must match.', eventKinds),
    type: list('Types of what has changed, of which one must match.', types),
    within: list('Ids of projects: only changes of items in them, at any depth.')
  },
  run: async (service, query) => fittingPage(
    async (limit) => {
      const { data: { changes, next, more } } = await service.read('/api/v2/changes', { query: { ...query, limit } })
      return { items: changes, cursor: null, next, more }
    },
    (changes, { next, more }) => ({ changes, next, more })
  )
})

const listActions = tool({
  name: 'list_actions',
  title: 'List actions',
  description: 'Lists the actions that other programs do for an asset or a project, with the parameters that each takes and the role that one needs for the item. Gives at most ten actions, and a `cursor` if there are more.',
  properties: { cursor },
  run: async (service, query) => fittingPage(
    async (limit) => {
      const { data, cursor } = await service.read('/api/v2/actions', { query: { ...query, limit } })
      return { items: data.actions, cursor }
    },
    (actions, page) => ({ actions, ...cursorOf(page) })
  )
})

export const readingTools: readonly Tool[] = [search, getItem, listChanges, listActions]
