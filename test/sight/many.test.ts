import type { Caller } from '#src/core/caller.js'
import type { Sql } from '#src/database/sql.js'
import { AlreadyMember } from '#src/errors.js'
import { listColleagues } from '#src/items/colleagues.js'
import { inAppOfProcess, type World } from '#test/helper/app.js'
import { fillProject, fillTable } from '#test/helper/fill.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'

const onBothDatabases = inAppOfProcess()

const PROJECTS = 300
const USERS = 250
/** More than a page has. */
const COLLEAGUES = 1010
/** More than one look at the projects of a user takes. */
const OTHER_PROJECTS = 1100
/** The most rows that one statement may return: a look at users, or at a page of changes. */
const MOST_ROWS = 100

/** Makes the statements of a connection tell how many rows they return. */
function spyOn (sql: Sql): { readonly counts: number[], readonly spied: Sql } {
  const counts: number[] = []
  const spied: Sql = Object.assign(Object.create(sql) as Sql, {
    all: async (...args: Parameters<Sql['all']>) => {
      const rows = await sql.all(...args)
      counts.push(rows.length)
      return rows
    }
  })
  return { counts, spied }
}

async function addMany (
  { app, adminCaller }: Pick<World, 'app' | 'adminCaller'>, projectIds: readonly string[], userId: number
): Promise<void> {
  const { accountId } = adminCaller
  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'project_members', projectIds.map((projectId) => ({ accountId, projectId, userId, role: 'Member', createdAt: tx.time })))
  })
}

/** The path of the next page, below `/api/v2`; empty on the last one. */
const nextOf = ({ link }: Record<string, unknown>) =>
  typeof link === 'string' ? link.slice(link.indexOf('/api/v2/') + '/api/v2/'.length, link.indexOf('>')) : ''

onBothDatabases('Changes read no list of the projects of a member: what they name is looked up among them', async (t, world) => {
  const { app, admin } = world
  const { client, id: userId } = await world.addUser({ access: 'projects' })
  const top = await addProject(admin)
  await addMany(world, (await fillProject(world, top.id, { projects: PROJECTS })).projects, userId)
  const { next } = await succeed(client.get('changes?since=now'))
  const mine = await addProject(client)
  const asset = await addItemTo(client, 'assets', mine.id)
  await addItemTo(admin, 'assets', top.id)
  const { sql } = app.database.reads
  const { all } = sql
  const { counts, spied } = spyOn({ ...sql, all: all.bind(sql) } as Sql)
  sql.all = spied.all
  const { changes } = await succeed(client.get(`changes?since=${next}&type=asset`)).finally(() => { sql.all = all })
  t.strictSame(changes.map(({ event, targets }: any) => [event, targets.asset_id]), [['ASSET_ADDED', asset.id],
    ['ASSET_LINKED', asset.id]])
  t.ok(counts.length > 0 && Math.max(...counts) <= MOST_ROWS, String(counts))
})

onBothDatabases('A user who does not see the account finds colleagues by looks at some users at a time', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { client, id: userId, email } = await world.addUser({ access: 'projects' })
  const { accountId } = adminCaller
  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'users', Array.from({ length: USERS }, (_, index) => ({
      accountId, email: `many${index}@${accountId}.example`, admin: false, createdAt: tx.time
    })))
  })
  const { users } = await succeed(admin.get('users?limit=1000'))
  const last = users.at(-1).id
  const project = await addProject(admin)
  await addMany(world, [project.id], userId)
  await addMany(world, [project.id], last)
  const expected = [adminCaller.userId, userId, last]
  const caller: Caller = { accountId, account: '', userId, email, admin: false, access: 'projects', hasPrivate: false }
  const { counts, spied } = spyOn(app.database.longReads(caller))
  const unit = { caller, reads: app.database.reads } as Parameters<typeof listColleagues>[0]
  const known = await listColleagues(unit, spied, { after: '', limit: 10 })
  t.strictSame(known.map(({ id }) => id), expected)
  t.ok(counts.length >= 3 && Math.max(...counts) <= MOST_ROWS, String(counts))
  const paged: number[] = []
  for (let path = 'users?limit=1'; path !== '';) {
    const { body, headers } = await client.get(path)
    paged.push(...body.users.map(({ id }: { id: number }) => id))
    path = nextOf(headers)
  }
  t.strictSame(paged, expected)
})

onBothDatabases('A thousand colleagues are one page, whoever is a member of many other projects', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { client, id: userId } = await world.addUser({ access: 'projects' })
  const { accountId } = adminCaller
  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'users', Array.from({ length: COLLEAGUES }, (_, index) => ({
      accountId, email: `colleague${index}@${accountId}.example`, admin: false, createdAt: tx.time
    })))
  })
  const others = (await app.database.reads.prisma.user.findMany({
    where: { accountId, email: { startsWith: 'colleague' } }, orderBy: { id: 'asc' }
  })).map(({ id }) => id)
  const [project, elsewhere] = [await addProject(client), await addProject(admin)]
  const { projects } = await fillProject(world, elsewhere.id, { projects: OTHER_PROJECTS })
  const [stranger, known, ...rest] = others as [number, number, ...number[]]
  await addMany(world, projects, stranger)
  await addMany(world, projects, known)
  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'project_members', [known, ...rest].map((id) => ({
      accountId, projectId: project.id, userId: id, role: 'Member', createdAt: tx.time
    })))
  })
  const { body: { users }, headers } = await client.get('users?limit=1000')
  t.strictSame(users.map(({ id }: { id: number }) => id), [userId, known, ...rest].slice(0, 1000))
  t.not(nextOf(headers), '')
  const add = async (id: number) => (await client.post(`projects/${project.id}/members`, { user_id: id })).body.error
  t.equal(await add(stranger), `User not found with id ${stranger}`)
  t.equal(await add(known), new AlreadyMember().message)
})
