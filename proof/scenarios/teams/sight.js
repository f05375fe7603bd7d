import { randomUUID } from 'node:crypto'
import { succeed, ask, untilIndexed } from '#proof/harness/api.js'
import { shorten } from '#proof/harness/book.js'
import { median } from '#proof/harness/figures.js'
import { processorMicroseconds } from '#proof/harness/process-status.js'
import { seed, seedAdministrator, seededId } from '#proof/harness/seed.js'
import { API_KEY, startService } from '#proof/harness/service.js'
import { eventually } from '#proof/harness/waiting.js'
import { leaveToUpgrade, makeLastRelease } from '../scale/release.js'

const PROJECTS = 1000
const PROJECTS_PER_TREE = 100
const GROUPS = 100
/** Of the projects, how many the groups and the members have. */
const OWN = 100
const NEWS_MS = 5000

/**
 * Asks for the same as an administrator, and as others, while nothing is private, while a tenth is, and nine tenths.
 * Then it turns a project with everything in it private and public, and looks when another process goes by it.
 * @param {import('../../context.js').Context} context
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function run ({ createDatabase, folder, options: { size, quick }, say }) {
  const database = await createDatabase()
  const open = () => startService({ databaseUrl: database.url, folder })
  const assetsPerProject = Math.ceil(size / PROJECTS)
  const layout = { projects: PROJECTS, assetsPerProject, projectsPerTree: PROJECTS_PER_TREE }
  await makeLastRelease(database, folder)
  await seedAdministrator(database, API_KEY)
  await seed(database, layout)
  await leaveToUpgrade(database)
  await database.settle()
  const trees = PROJECTS / PROJECTS_PER_TREE
  const service = await open()
  await untilIndexed(service.url)
  say(`${size} assets are there`)
  const others = database.kind === 'postgresql' ? [await open()] : [service]
  const root = (await succeed(service.url, 'POST', 'projects', { title: 'Everything' })).project.id
  const few = (await succeed(service.url, 'POST', 'projects', { title: 'Little' })).project.id
  for (let tree = 1; tree <= trees; tree++) {
    await succeed(service.url, 'POST', `projects/${seededId('tree', tree)}/assign`, { to_project_id: root })
  }
  const people = await addPeople(service.url, database)
  const repeats = quick ? 5 : 300
  /** @type {Record<string, string>} */
  const figures = {}
  const broken = []

  const asset = (number) => `assets/${seededId('asset', number)}`
  /** Compares the median of others with that of an administrator, or of another person. */
  async function compare (what, path, key, beside = API_KEY, count = repeats) {
    const times = [key, beside].map(() => /** @type {number[]} */ ([]))
    for (let turn = 0; turn < count; turn++) {
      for (const [index, who] of [key, beside].entries()) {
        const begun = performance.now()
        const { status } = await ask(service.url, 'GET', path, undefined, { key: who })
        times[index]?.push(performance.now() - begun)
        if (status !== 200) broken.push(`${what}: ${path} answered ${status}`)
      }
    }
    const [own = NaN, other = NaN] = times.map(median)
    figures[what] = `${own.toFixed(2)} ms, ${(own / other).toFixed(2)} of ${other.toFixed(2)}`
  }
  const searches = { 'the newest': 'search?limit=50', 'a word': 'search?limit=50&q=interview' }
  async function searchAs (when, key, count = repeats) {
    for (const [name, path] of Object.entries(searches)) await compare(`${when}: ${name}`, path, key, API_KEY, count)
  }

  await compare('nothing is private: an asset', asset(5), people.account)
  await searchAs('nothing is private', people.account)
  await compare('an asset by 100 groups, beside a membership', asset(5), people.inGroups, people.member)
  await searchAs('a member of 100', people.member)
  await searchAs('in 100 groups', people.inGroups)

  await setPrivate(database, `id IN (${Array.from({ length: OWN }, (_, index) => `'${seededId('project', 10 * index + 10)}'`)})`)
  await touch(service.url, few)
  await compare('a tenth is private: an asset', asset(5), people.account)
  await searchAs('a tenth is private', people.account)
  say('a tenth is measured')

  const hidden = Array.from({ length: trees - 1 }, (_, index) => `'${seededId('tree', index + 2)}'`)
  await setPrivate(database, `id IN (${hidden})`)
  await touch(service.url, few)
  const { status: hiddenStatus } = await ask(service.url, 'GET', asset(size), undefined, { key: people.account })
  if (hiddenStatus !== 404) broken.push(`an asset in a private project answers ${hiddenStatus}`)
  const before = processorMicroseconds(service.pid)
  const waiting = watchReads(service.url, asset(5), people.account)
  await searchAs('nine tenths are private, and the newest', people.account, quick ? 2 : 20)
  const slowest = await waiting()
  figures['the slowest asset beside it'] = `${slowest.toFixed(0)} ms`
  figures['processor time of those 80 searches and the assets beside them'] =
    `${((processorMicroseconds(service.pid) - before) / 1000).toFixed(0)} ms`
  await setPrivate(database, '1 = 0')
  await touch(service.url, few)

  // All that is in the index, and whether turning private changes more of it than the project itself.
  await database.execute('CREATE TABLE proof_index AS SELECT * FROM search_items')
  /** @type {Record<string, number[]>} */
  const toggles = { [few]: [], [root]: [] }
  /** @type {number[]} */
  const late = []
  for (let turn = 0; turn < (quick ? 2 : 10); turn++) {
    for (const id of [few, root]) {
      for (const isPrivate of [true, false]) {
        const begun = performance.now()
        await succeed(service.url, 'PUT', `projects/${id}`, { private: isPrivate })
        toggles[id]?.push(performance.now() - begun)
        if (id === root) late.push(await untilSeen(others, isPrivate, people.account))
      }
    }
  }
  const [ofFew = NaN, ofAll = NaN] = [few, root].map((id) => median(toggles[id] ?? []))
  figures['turning all private, or public'] = `${ofAll.toFixed(1)} ms, ${(ofAll / ofFew).toFixed(2)} of ${ofFew.toFixed(1)}`
  figures['until another process goes by it'] = `${Math.max(...late).toFixed(0)} ms at most`
  if (Math.max(...late) > NEWS_MS) broken.push(`another process went by it after ${Math.max(...late)} ms`)
  const [{ count }] = await database.query(`SELECT count(*) AS count FROM search_items AS now
    JOIN proof_index AS before ON before.item_id = now.item_id
    WHERE (now.modified <> before.modified OR now.digest <> before.digest) AND now.item_id NOT IN ('${root}', '${few}')`)
  if (Number(count) > 0) broken.push(`${count} entries of the index were written`)
  return [{ what: `private projects of ${size} items`, times: 1, broken: shorten(broken), figures }]

  async function untilSeen (services, isPrivate, key) {
    const begun = performance.now()
    const path = asset(7)
    for (const { url } of services) {
      await eventually('a read goes by it', async () =>
        (await ask(url, 'GET', path, undefined, { key })).status === (isPrivate ? 404 : 200))
      await eventually('a search goes by it', async () =>
        ((await succeed(url, 'GET', 'search?limit=1&type=asset&q=interview', undefined, { key })).results.length > 0) !== isPrivate)
    }
    return performance.now() - begun
  }
}

/** Makes only these projects private, as no service does: its processes are told by a change of their own. */
const setPrivate = (database, where) => database.execute(`
  UPDATE projects SET private = false;
  DELETE FROM private_projects;
  UPDATE projects SET private = true WHERE ${where};
  INSERT INTO private_projects (account_id, project_id) SELECT account_id, id FROM projects WHERE private`)

/** Turns a project private, and public again: all processes look up what is private. */
async function touch (url, id) {
  for (const isPrivate of [true, false]) await succeed(url, 'PUT', `projects/${id}`, { private: isPrivate })
}

/** Reads beside other work until it is called. Returns the longest milliseconds. */
function watchReads (url, path, key) {
  const ending = new AbortController()
  let slowest = 0
  const reading = (async () => {
    while (!ending.signal.aborted) {
      const begun = performance.now()
      await ask(url, 'GET', path, undefined, { key })
      slowest = Math.max(slowest, performance.now() - begun)
    }
  })()
  return async () => {
    ending.abort()
    await reading
    return slowest
  }
}

/** Somebody with access to the account, a member of the first projects, and a user in groups that are in the same. */
async function addPeople (url, database) {
  const add = async (access) => {
    const { user, api_key: { key } } = await succeed(url, 'POST', 'admin/users', { email: `${randomUUID()}@example.com`, access })
    return { id: user.id, key }
  }
  const [account, member, inGroups] = [await add('account'), await add('projects'), await add('projects')]
  const projects = Array.from({ length: OWN }, (_, index) => seededId('project', index + 1))
  await database.execute(`INSERT INTO project_members (account_id, project_id, user_id, role, created_at)
    SELECT account_id, id, ${member.id}, 'Member', created_at FROM projects WHERE id IN (${projects.map((id) => `'${id}'`)})`)
  for (let number = 0; number < GROUPS; number++) {
    const { user_group: { id } } = await succeed(url, 'POST', 'admin/user_groups', { name: `Group ${number}` })
    await succeed(url, 'POST', `admin/user_groups/${id}/users`, { user_ids: [inGroups.id] })
    await succeed(url, 'POST', `projects/${projects[number]}/user_groups`, { user_group_id: id, role: 'Member' })
  }
  return { account: account.key, member: member.key, inGroups: inGroups.key }
}
