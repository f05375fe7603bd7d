import * as fc from 'fast-check'
import { readers } from './sight.js'

/**
 * Random commands. They are drawn before anything has a name: an item is a number, and `resolve` turns it into one of
 * the existing items. So the rest of a sequence still makes sense when commands are left out.
 */

const who = fc.constantFrom('ann', 'ann', 'bob')
const someItem = fc.nat(99)
const title = fc.oneof(
  fc.constantFrom('Interview', 'Rushes', '', 'Élan vital', '日本語のタイトル', "'; DROP TABLE assets; --"),
  fc.string({ unit: 'grapheme', maxLength: 12 })
)
const tag = fc.constantFrom('raw', 'Raw', 'cut', 'a|b', 'été', '')
const tags = fc.array(tag, { maxLength: 4 })
const category = fc.constantFrom('', 'News', 'Sport')
const text = fc.record({ title, description: title, category, tags }, { requiredKeys: ['title'] })
const externalId = fc.constantFrom('one', 'two', 'three', '')
const changes = fc.oneof(
  fc.record({ title, description: title, category, tags, external_id: externalId }, { requiredKeys: [] }),
  fc.record({ title, add_tags: tags, remove_tags: tags }, { requiredKeys: [] }),
  fc.record({ external_id: externalId })
)
const words = fc.constantFrom('Köln', 'Paris', '', null)
const facts = fc.dictionary(
  fc.constantFrom('1', '1', '2', '3', '4', '5', '99'),
  fc.oneof(words, fc.constantFrom('2026-02-28', '2026-02-30', true, false, 'raw', 'cut', 7)),
  { minKeys: 1, maxKeys: 3 }
)
const take = fc.record({ cfg_id: fc.integer({ min: 1, max: 3 }), 6: words, 7: words }, { requiredKeys: ['cfg_id'] })
const remark = fc.record({ 8: words })
const sent = fc.oneof(
  fc.record({ group: fc.constant(1), values: facts }),
  fc.record({ group: fc.constant(2), values: fc.array(take, { minLength: 1, maxLength: 3 }) }),
  fc.record({ group: fc.constant(3), values: fc.array(remark, { minLength: 1, maxLength: 3 }) }),
  fc.constant({ group: 99, values: { 1: 'Paris' } })
)

/** @param {Record<string, fc.Arbitrary<unknown>>} parameters */
const command = (verb, parameters) => fc.record({ do: fc.constant(verb), by: who, ...parameters })
const ofItem = (verb, parameters = {}) => command(verb, { item: someItem, ...parameters })
const ofProject = (verb, parameters) => ofItem(verb, { kind: fc.constant('project'), ...parameters })
const user = fc.constantFrom('ann', 'bob', ...readers, 'nobody')

const create = fc.oneof(
  command('create', { kind: fc.constant('asset'), body: text }),
  command('create', { kind: fc.constant('asset'), body: fc.record({ title, media_type: fc.constant('live') }) }),
  command('create', { kind: fc.constant('project'), body: text })
)

/** One request. */
export const simple = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 4, arbitrary: ofItem('update', { body: changes }) },
  { weight: 3, arbitrary: ofItem('trash') },
  { weight: 3, arbitrary: ofItem('restore') },
  { weight: 1, arbitrary: ofItem('delete') },
  { weight: 6, arbitrary: ofItem('assign', { to: someItem }) },
  { weight: 2, arbitrary: ofItem('unassign') },
  { weight: 1, arbitrary: ofProject('join', { user }) },
  { weight: 1, arbitrary: ofProject('leave', { user }) },
  { weight: 3, arbitrary: fc.tuple(ofItem('set'), sent).map(([head, rest]) => ({ ...head, ...rest })) },
  { weight: 1, arbitrary: ofItem('clear', { group: fc.constantFrom(1, 2, 3, 99) }) }
)

const bulk = command('bulk', {
  commands: fc.array(simple, { minLength: 1, maxLength: 6 }),
  atomic: fc.boolean(),
  dry_run: fc.constantFrom(false, false, true)
})

/** Only a POST takes an Idempotency-Key. */
const posts = ['create', 'trash', 'restore', 'assign', 'join', 'set']

const sentTwice = command('twice', { command: simple.filter(({ do: verb }) => posts.includes(verb)) })

/** A request that may run concurrently with others: its bulks are atomic. */
export const whole = fc.oneof(
  { weight: 12, arbitrary: simple },
  { weight: 1, arbitrary: bulk.map((drawn) => ({ ...drawn, atomic: true })) },
  { weight: 1, arbitrary: sentTwice }
)

/** One request, a bulk, or a request that is sent twice. */
export const any = fc.oneof(
  { weight: 12, arbitrary: simple },
  { weight: 1, arbitrary: bulk },
  { weight: 1, arbitrary: sentTwice }
)

/**
 * The state to begin with: three projects, one inside another, each with a reader, and three assets, two of them in
 * these projects.
 */
const beginning = [
  ...['project', 'project', 'project', 'asset', 'asset', 'asset'].map((kind) =>
    ({ do: 'create', by: 'ann', kind, body: { title: kind } })),
  { do: 'assign', by: 'ann', kind: 'project', item: 'project-2', to: 'project-1' },
  ...readers.map((reader, index) =>
    ({ do: 'join', by: 'ann', kind: 'project', item: `project-${index + 1}`, user: reader })),
  { do: 'assign', by: 'ann', kind: 'asset', item: 'asset-1', to: 'project-1' },
  { do: 'assign', by: 'ann', kind: 'asset', item: 'asset-2', to: 'project-2' }
]

/**
 * Gives every item a name. Concurrent commands run after the others. They can name the items that were there before,
 * and those of their own caller.
 * @param {any[]} drawn
 * @param {any[][]} [atOnce] the commands of each caller
 */
export function resolve (drawn, atOnce = []) {
  const state = { made: /** @type {string[]} */ ([]), counts: { asset: 0, project: 0, key: 0 } }
  const first = [...beginning, ...drawn].flatMap((one) => resolveOne(one, state))
  const callers = atOnce.map((commands) => {
    const own = { made: [...state.made], counts: state.counts }
    return commands.flatMap((one) => resolveOne(one, own))
  })
  return { first, callers }
}

function resolveOne (drawn, state) {
  if (drawn.do !== 'twice') return [name(drawn, state)]
  const command = { ...name({ ...drawn.command, by: drawn.by }, state), key: `key-${++state.counts.key}` }
  return [command, command]
}

function name (drawn, state) {
  const { do: verb, kind, item, to, by } = drawn
  if (verb === 'bulk') return { ...drawn, commands: drawn.commands.map((one) => name({ ...one, by }, state)) }
  if (verb === 'create') {
    const as = `${kind}-${++state.counts[kind]}`
    state.made.push(as)
    return { ...drawn, as }
  }
  const isOpen = typeof item === 'number'
  const named = isOpen ? choose(item, kind === undefined ? state.made : only(kind, state.made)) : item
  const command = { ...drawn, item: named, kind: kind ?? named.split('-')[0] }
  if (typeof to === 'number') command.to = choose(to, to % 20 === 19 ? state.made : only('project', state.made))
  return command
}

/** Sometimes the name of an item that does not exist. */
function choose (number, names) {
  return number < 97 && names.length > 0 ? names[number % names.length] : 'asset-0'
}

function only (kind, names) {
  return names.filter((name) => name.startsWith(kind))
}
