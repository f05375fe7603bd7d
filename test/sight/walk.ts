import type { Test } from 'tap'
import { roles } from '#src/access/roles.js'
import type { Answer, Client, SharedWorld } from '#test/helper/app.js'
import { addItem, succeed, type ItemPath } from '#test/helper/items.js'
import { createRandom } from '#test/helper/random.js'
import { createFeedModel, seesChange } from './feed-model.js'
import { isBelow, may, pathOf, sees, seesInside, trashOf, within, type ModelItem, type ModelUser } from './model.js'

interface Person extends ModelUser {
  readonly client: Client
  /** How far the person has read the changes. */
  changes: { next: string, count: number }
}

const MOST_ITEMS = 40
const pathTo = (item: ModelItem): ItemPath => `${item.type}s`
const idsOf = (items: readonly ModelItem[]) => items.map(({ id }) => id).sort()
const shownIds = (list: any[]) => list.map(({ asset, project }) => (asset ?? project).id as string).sort()

/**
 * Walks at random: items are made, moved, trashed, restored, deleted and made private, members come and go. After some
 * steps each user gets from the service what the model says.
 */
export async function walk (
  t: Test, { admin, addUser }: SharedWorld, steps: number, stepsPerLook: number
): Promise<void> {
  const random = createRandom(t)
  let compared = 0
  /** Most answers are as expected: a hundred thousand results that nobody reads take their time. */
  const same = (found: unknown, expected: unknown, what: string) => {
    compared++
    if (JSON.stringify(found) !== JSON.stringify(expected)) t.strictSame(found, expected, what)
  }
  const items = new Map<string, ModelItem>()
  const people: Person[] = []
  for (const access of ['account', 'account', 'projects', 'projects', 'projects'] as const) {
    const { id, client } = await addUser({ access })
    people.push({ id, client, access, changes: { next: '', count: 0 } })
  }
  const { next } = await succeed(admin.get('changes?since=now'))
  const feed = createFeedModel(admin, next)
  for (const person of people) person.changes = { next, count: 0 }
  const all = () => [...items.values()]
  const active = (type?: ModelItem['type']) =>
    all().filter((item) => item.cohort === null && (type === undefined || item.type === type))

  async function make (): Promise<void> {
    const person = random.one([null, ...people])
    const type = random.one(['asset', 'project', 'project'] as const)
    const isPrivate = type === 'project' && random.below(4) === 0
    const { id } = await addItem(person?.client ?? admin, `${type}s`, { title: `Item ${items.size}`, ...isPrivate && { private: true } })
    const members = new Map(type === 'project' && person !== null ? [[person as ModelUser, 'Admin' as const]] : [])
    items.set(id, { id, type, owner: person, parent: null, isPrivate, cohort: null, members })
  }

  async function move (): Promise<void> {
    const item = random.one(active())
    if (item === undefined) return
    const target = random.one(active('project').filter((project) => !isBelow(project, item)))
    if (target === undefined) return
    await succeed(admin.post(`${pathTo(item)}/${item.id}/assign`, { to_project_id: target.id }))
    item.parent = target
  }

  async function takeOut (): Promise<void> {
    const item = random.one(active().filter(({ parent }) => parent !== null))
    if (item === undefined) return
    await succeed(admin.delete(`${pathTo(item)}/${item.id}/unassign`))
    item.parent = null
  }

  async function toggle (): Promise<void> {
    const project = random.one(active('project'))
    if (project === undefined) return
    project.isPrivate = !project.isPrivate
    await succeed(admin.put(`projects/${project.id}`, { private: project.isPrivate }))
  }

  async function enlist (): Promise<void> {
    const project = random.one(all().filter(({ type }) => type === 'project'))
    if (project === undefined) return
    const person = random.one(people)
    if (project.members.has(person)) {
      const { error } = (await admin.delete(`projects/${project.id}/members`, { user_id: person.id })).body
      if (error === undefined) project.members.delete(person)
    } else {
      const role = random.one(roles)
      await succeed(admin.post(`projects/${project.id}/members`, { user_id: person.id, role }))
      project.members.set(person, role)
    }
  }

  async function trash (): Promise<void> {
    const item = random.one(active())
    if (item === undefined) return
    await succeed(admin.post(`${pathTo(item)}/${item.id}/trash_bin`))
    for (const each of active()) if (isBelow(each, item)) each.cohort = item
  }

  async function restore (): Promise<void> {
    const root = random.one(all().filter((item) => item.cohort === item && (item.parent?.cohort ?? null) === null))
    if (root === undefined) return
    await succeed(admin.post(`${pathTo(root)}/${root.id}/restore`))
    for (const each of all()) if (each.cohort === root) each.cohort = null
  }

  /** By a user: allowed, refused, or of something that is not there. */
  async function remove (): Promise<void> {
    const item = random.one(all())
    if (item === undefined) return
    const person = random.one(people)
    const below = all().filter((each) => isBelow(each, item))
    const isAllowed = may(person, item, 'purge') &&
      below.every((each) => !each.isPrivate || each.members.get(person) === 'Admin')
    const { status } = await person.client.delete(`${pathTo(item)}/${item.id}`)
    same(status, isAllowed ? 200 : sees(person, item) ? 403 : 404, `DELETE ${item.type} ${item.id} by ${person.id}`)
    if (status !== 200) return
    for (const each of below) {
      items.delete(each.id)
      each.members.clear()
    }
  }

  async function changeAccess (): Promise<void> {
    const person = random.one(people)
    const access = random.one(['account', 'projects'] as const)
    await succeed(admin.post(`admin/users/${person.id}`, { access }))
    person.access = access
  }

  async function write (): Promise<void> {
    const item = random.one(all())
    if (item === undefined) return
    const person = random.one(people)
    const expected = may(person, item, 'change') ? 200 : sees(person, item) ? 403 : 404
    const { status } = await person.client.put(`${pathTo(item)}/${item.id}`, { description: `by ${person.id}` })
    same(status, expected, `PUT ${item.type} ${item.id} by ${person.id}`)
  }

  async function look (person: Person): Promise<void> {
    const { client } = person
    const find = async (query: string) => {
      const { results, total } = await succeed(client.get(`search?${query}&limit=100&total=true`))
      same(total, results.length, `the total of ${query}`)
      return shownIds(results)
    }
    const seen = all().filter((item) => sees(person, item))
    const live = seen.filter(({ cohort }) => cohort === null)
    const say = (what: string) => `${what} of ${person.id}, access ${person.access}`
    same(await find('sort=title'), idsOf(live), say('a search'))
    same(await find('deleted=any'), idsOf(seen), say('a search of everything'))
    same(await find('project_id=none'), idsOf(live.filter(({ parent }) => parent === null)), say('what is in no project'))
    const { facets } = await succeed(client.get('search?facets=type&limit=1'))
    const counted = Object.fromEntries(facets.type.map(({ value, count }: any) => [value, count]))
    for (const type of ['asset', 'project']) {
      same(counted[type] ?? 0, live.filter((item) => item.type === type).length, say(`the facet ${type}`))
    }
    const exported = (await client.get('export')).text.trim().split('\n').filter((line) => line !== '')
    same(shownIds(exported.map((line) => JSON.parse(line))), idsOf(live), say('an export'))
    const { trash } = await succeed(client.get('trash?limit=100'))
    same(shownIds(trash), idsOf(trashOf(person, all())), say('the trash'))
    for (const item of all()) {
      const { status } = await client.get(`${pathTo(item)}/${item.id}`)
      same(status, sees(person, item) ? 200 : 404, say(`${item.type} ${item.id}`))
    }
    for (const project of all().filter(({ type }) => type === 'project')) await lookInto(person, project, find, say)
  }

  /** Reads on from where the person was. */
  async function lookAtChanges (person: Person): Promise<void> {
    const found: string[] = []
    let { next } = person.changes
    for (let more = true; more;) {
      const page = await succeed(person.client.get(`changes?since=${next}&limit=1000`))
      found.push(...page.changes.filter(({ targets }: any) => feed.isOf(targets)).map(({ id, event }: any) => `${event} ${id}`))
      next = page.next
      more = page.more
    }
    const expected = feed.changes.slice(person.changes.count).filter((change) => seesChange(person, change))
    same(found, expected.map(({ id, event }) => `${event} ${id}`), `the changes of ${person.id}, access ${person.access}`)
    person.changes = { next, count: feed.changes.length }
  }

  async function lookInto (
    person: Person, project: ModelItem, find: (query: string) => Promise<string[]>, say: (what: string) => string
  ): Promise<void> {
    const isActive = ({ cohort }: ModelItem) => cohort === null
    const inside = within(person, all(), project).filter(isActive)
    same(await find(`within=${project.id}`), idsOf(inside), say(`within ${project.id}`))
    const direct = inside.filter(({ parent }) => parent === project)
    same(await find(`project_id=${project.id}`), idsOf(direct), say(`in ${project.id}`))
    const answer: Answer = await person.client.get(`projects/${project.id}/assets`)
    if (!sees(person, project)) return
    const { assets, subprojects } = answer.body
    same([...assets, ...subprojects].map(({ id }: any) => id).sort(), idsOf(direct), say(`the contents of ${project.id}`))
    const { path } = await succeed(person.client.get(`projects/${project.id}/path`))
    same(path.map(({ id }: any) => id), pathOf(person, project).map(({ id }) => id), say(`the path of ${project.id}`))
    if (seesInside(person, project)) same(path.at(-1).id, project.id, say(`the end of the path of ${project.id}`))
  }

  /** Who sees an item, as the administrator learns it. */
  async function lookAtEyes (): Promise<void> {
    const item = random.one(all())
    if (item === undefined) return
    const { users } = await succeed(admin.get(`users?${item.type}_id=${item.id}&limit=500`))
    const known = new Set(users.map(({ id }: any) => id))
    same(people.filter(({ id }) => known.has(id)).map(({ id }) => id),
      people.filter((person) => sees(person, item)).map(({ id }) => id), `who sees ${item.id}`)
  }

  const often = [
    make, make, make, move, move, move, toggle, toggle, enlist, enlist, takeOut, trash, restore, write, write, remove,
    changeAccess
  ]
  for (let step = 1; step <= steps; step++) {
    const act = random.one(often)
    const were = feed.before(all())
    if (items.size < 5) await make()
    else if (act !== make || items.size < MOST_ITEMS) await act()
    await feed.after(were, all())
    await lookAtEyes()
    if (step % stepsPerLook !== 0) continue
    for (const person of people) {
      await look(person)
      await lookAtChanges(person)
    }
  }
  t.ok(compared > steps, `${compared} answers`)
}
