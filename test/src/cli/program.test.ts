import { CommanderError, type Command } from 'commander'
import { createUsers } from '#src/access/users.js'
import { createProgram } from '#src/cli/program.js'
import { createClient, onBothDatabases, type World } from '../../helper/app.js'
import { MILLISECONDS, succeed } from '../../helper/items.js'

const API_KEY = /^cutroom_[\w-]{43,}$/

/**
 * Runs the command in this process. Returns its output, or the text on standard error if it fails with exit code 1.
 */
async function run ({ app }: World, ...words: string[]): Promise<any> {
  const printed: unknown[] = []
  let errors = ''
  const refuse = async () => {
    throw new Error('not asked for')
  }
  const program = createProgram({
    withUsers: (use) => use(createUsers(app)),
    operations: {
      backUp: refuse,
      restore: refuse,
      copy: refuse,
      verifyMedia: refuse,
      analyseMedia: refuse,
      renewHistory: refuse,
      showUpgrade: refuse,
      completeUpgrade: refuse,
      rebuildIndex: refuse,
      verifyIndex: refuse,
      exportItems: refuse,
      initialise: refuse,
      examine: refuse,
      importFile: refuse,
      upload: refuse,
      serveMcp: refuse
    },
    readFile: () => {},
    serve: refuse,
    print: (value) => printed.push(value)
  })
  const capture = (command: Command) => {
    command.configureOutput({ writeErr: (text) => { errors += text }, writeOut: () => {} })
    command.commands.forEach(capture)
  }
  capture(program)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError ? error.exitCode !== 1 : (error as Error).name !== 'OperatorMistake') {
      throw error
    }
    if (printed.length > 0) throw new Error('It has printed before it failed')
    return { mistake: error instanceof CommanderError ? errors : `${(error as Error).message}\n` }
  }
  if (printed.length !== 1) throw new Error(`It has printed ${printed.length} values`)
  return JSON.parse(JSON.stringify(printed[0]))
}

onBothDatabases('The operator manages users, keys and tokens', async (t, world) => {
  const { app, admin, adminCaller } = world
  const entries = (userId: number) =>
    app.database.reads.prisma.historyEntry.findMany({
      where: { userId: 0, targets: { contains: `"user_id":${userId}` } },
      orderBy: { id: 'asc' }
    })
  const status = async (key: string, path = 'projects') => (await createClient(app, key).get(path)).status

  await t.test('user add makes a user with a key that works, and writes history', async (t) => {
    const user = await run(world, 'user', 'add', '--email', 'first@example.com')
    t.strictSame(Object.keys(user), ['id', 'email', 'admin', 'access', 'api_key'])
    t.match(user, { email: 'first@example.com', admin: false, api_key: API_KEY })
    t.type(user.id, 'number')
    t.equal(await status(user.api_key), 200)
    t.equal(await status(user.api_key, 'admin/nowhere'), 401, 'a default user')
    const events = await entries(user.id)
    t.strictSame(events.map(({ event }) => event), ['USER_ADDED', 'API_KEY_ADDED'])
    t.equal(
      (await app.database.reads.prisma.user.findUnique({ where: { id: user.id } }))!.accountId,
      adminCaller.accountId,
      'in the first account'
    )
  })

  await t.test('user add --admin makes an administrator', async (t) => {
    const user = await run(world, 'user', 'add', '--admin', '--email', 'boss@example.com')
    t.equal(user.admin, true)
    t.equal(await status(user.api_key, 'admin/nowhere'), 404)
  })

  await t.test('user add --no-key makes a user who signs in by the provider', async (t) => {
    const user = await run(world, 'user', 'add', '--no-key', '--email', 'keyless@example.com', '--access', 'projects')
    t.match(user, { email: 'keyless@example.com', admin: false, access: 'projects' })
    t.notOk('api_key' in user)
    t.strictSame((await entries(user.id)).map(({ event }) => event), ['USER_ADDED'])
    t.equal(await app.database.reads.prisma.apiKey.count({ where: { userId: user.id } }), 0)
  })

  await t.test('user add --access and user access set what a user sees; an administrator sees everything', async (t) => {
    const user = await run(world, 'user', 'add', '--email', 'guest@example.com', '--access', 'projects')
    t.equal(user.access, 'projects')
    t.match((await run(world, 'user', 'list')).at(-1), { email: 'guest@example.com', access: 'projects' })
    const access = (to: string, email = 'guest@example.com') => run(world, 'user', 'access', '--email', email, '--access', to)
    t.strictSame(await access('account'), { id: user.id, email: 'guest@example.com', access: 'account' })
    t.equal((await entries(user.id)).at(-1)!.event, 'PERMISSION_EDITED')
    const text = 'An administrator sees everything: --access must be account'
    t.strictSame(await access('projects', adminCaller.email), { mistake: `${text}\n` })
    const chief = ['--admin', '--email', 'chief@example.com', '--access', 'projects']
    t.strictSame(await run(world, 'user', 'add', ...chief), { mistake: `${text}\n` })
    t.match((await access('all')).mistake, /Allowed choices are account, projects/)
  })

  await t.test('Quotes and special characters in e-mails and names are kept as they are', async (t) => {
    const email = "o'neil+\"x\";$(id)`@example.com"
    const user = await run(world, 'user', 'add', '--email', email)
    t.equal(user.email, email)
    const key = await run(world, 'key', 'add', '--email', email, '--name', 'it\'s "mine" -- é 🎬')
    t.equal(
      (await run(world, 'key', 'list')).find((each: { id: number }) => each.id === key.id).name,
      'it\'s "mine" -- é 🎬'
    )
    t.equal((await run(world, 'user', 'add', '--email=equals@example.com')).email, 'equals@example.com')
  })

  await t.test('A user is found by the e-mail in upper or lower case', async (t) => {
    const { id } = await run(world, 'user', 'add', '--email', 'Mia@Example.com')
    t.strictSame(await run(world, 'user', 'add', '--email', 'mia@example.com'), {
      mistake: 'There is a user mia@example.com already\n'
    })
    t.match(await run(world, 'user', 'disable', '--email', 'mia@example.com'), { id, email: 'Mia@Example.com' })
    t.match(await run(world, 'user', 'enable', '--email', 'MIA@example.com'), { id, email: 'Mia@Example.com' })
  })

  await t.test('user list is an array of all users, without keys', async (t) => {
    const users = await run(world, 'user', 'list')
    t.ok(Array.isArray(users))
    t.match(users[0], { id: adminCaller.userId, email: adminCaller.email, admin: true })
    t.equal(users.length, await app.database.reads.prisma.user.count())
    t.notMatch(JSON.stringify(users), /cutroom_|hash/)
  })

  await t.test('user disable makes all keys of the user invalid, and may be repeated', async (t) => {
    const user = await run(world, 'user', 'add', '--email', 'leaver@example.com')
    const second = await run(world, 'key', 'add', '--email', 'leaver@example.com')
    const disabled = await run(world, 'user', 'disable', '--email', 'leaver@example.com')
    t.strictSame([await status(user.api_key), await status(second.api_key)], [401, 401])
    t.strictSame(await run(world, 'user', 'disable', '--email', 'leaver@example.com'), disabled)
    t.equal((await entries(user.id)).filter(({ event }) => event === 'USER_EDITED').length, 1)
  })

  await t.test('user enable makes the keys valid again, and key add refuses a disabled user', async (t) => {
    const email = ['--email', 'returner@example.com']
    const user = await run(world, 'user', 'add', ...email)
    const { id, disabled_at: disabledAt } = await run(world, 'user', 'disable', ...email)
    t.match(disabledAt, MILLISECONDS)
    t.match((await run(world, 'key', 'add', ...email)).mistake, /^returner@example\.com is disabled/)
    t.strictSame(await run(world, 'user', 'enable', ...email), { id, email: 'returner@example.com', disabled_at: null })
    t.strictSame(
      await run(world, 'user', 'enable', ...email),
      { id, email: 'returner@example.com', disabled_at: null },
      'it may be repeated'
    )
    t.equal(await status(user.api_key), 200)
    t.equal((await entries(user.id)).filter(({ event }) => event === 'USER_EDITED').length, 2)
    t.equal(await status((await run(world, 'key', 'add', ...email)).api_key), 200)
  })

  await t.test('user remove ends everything at once, and prints the id', async (t) => {
    const user = await run(world, 'user', 'add', '--email', 'gone@example.com')
    const client = createClient(app, user.api_key)
    const { asset } = await succeed(client.post('assets', { title: 'Of a user who goes' }))
    await succeed(client.post(`assets/${asset.id}/links`, {}))
    t.match((await run(world, 'user', 'remove', '--email', 'gone@example.com', '--to', 'nobody@example.com')).mistake,
      /^There is no user nobody@example\.com/)
    const answer = await run(world, 'user', 'remove', '--email', 'gone@example.com', '--to', adminCaller.email)
    t.strictSame(answer, { id: user.id })
    t.equal(await status(user.api_key), 401)
    t.equal(await app.database.reads.prisma.link.count({ where: { userId: user.id } }), 0)
    t.strictSame((await entries(user.id)).map(({ event }) => event), ['USER_ADDED', 'API_KEY_ADDED', 'USER_REMOVED'])
    t.match((await run(world, 'user', 'remove', '--email', 'gone@example.com')).mistake, /^There is no user/)
    t.match((await run(world, 'user', 'add', '--email', 'gone@example.com')).mistake, /^There is a user gone@example\.com already/)
  })

  await t.test('key add --scope read makes a key that may only read', async (t) => {
    const key = await run(world, 'key', 'add', '--email', 'first@example.com', '--scope', 'read')
    t.equal(await status(key.api_key), 200)
    t.equal((await createClient(app, key.api_key).post('assets', { title: 'x' })).status, 403)
    t.equal(key.scope, 'read')
    t.equal((await run(world, 'key', 'list')).find((each: { id: number }) => each.id === key.id).scope, 'read')
  })

  await t.test('key add makes another key, which never expires or expires after some seconds', async (t) => {
    const key = await run(world, 'key', 'add', '--email', 'first@example.com')
    t.strictSame(Object.keys(key), ['id', 'api_key', 'scope', 'expires_at'])
    t.match(key, { api_key: API_KEY, scope: 'write', expires_at: null })
    t.equal(await status(key.api_key), 200)
    const before = Date.now()
    const short = await run(world, 'key', 'add', '--email', 'first@example.com', '--expires-in', '3600')
    t.match(short.expires_at, MILLISECONDS)
    t.ok(Math.abs(Date.parse(short.expires_at) - before - 3_600_000) < 60_000)
    t.equal(await status(short.api_key), 200)
  })

  await t.test('Keys are stored as their SHA-256 and shown once', async (t) => {
    const { api_key: key } = await run(world, 'key', 'add', '--email', 'first@example.com')
    t.notMatch(JSON.stringify(await app.database.reads.prisma.apiKey.findMany()), key)
    t.notMatch(JSON.stringify(await app.database.reads.prisma.historyEntry.findMany()), key)
    const keys = await run(world, 'key', 'list')
    t.ok(Array.isArray(keys))
    t.notMatch(JSON.stringify(keys), /cutroom_|[\da-f]{64}/)
  })

  await t.test('key revoke makes one key invalid, and may be repeated', async (t) => {
    const [key, other] = [await run(world, 'key', 'add', '--email', 'first@example.com'),
      await run(world, 'key', 'add', '--email', 'first@example.com')]
    const revoked = await run(world, 'key', 'revoke', '--id', String(key.id))
    t.strictSame([await status(key.api_key), await status(other.api_key)], [401, 200])
    t.strictSame(await run(world, 'key', 'revoke', '--id', String(key.id)), revoked)
    t.equal(
      await app.database.reads.prisma.historyEntry.count({
        where: { event: 'API_KEY_REMOVED', targets: { contains: `"api_key_id":${key.id}` } }
      }),
      1
    )
  })

  await t.test('token issue makes tokens that the API accepts', async (t) => {
    for (
      const [kind, path] of [['reset_password', 'reset_password_token'], ['confirmation',
        'confirmation_token']] as const
    ) {
      const issued = await run(
        world, 'token', 'issue', '--kind', kind, '--email', 'first@example.com', '--expires-in', '60'
      )
      t.strictSame(Object.keys(issued), ['token', 'expires_at'])
      t.match(issued.expires_at, MILLISECONDS)
      t.strictSame((await admin.get(`tokens/${path}?token=${issued.token}`)).body, { email: 'first@example.com' })
      t.notMatch(JSON.stringify(await app.database.reads.prisma.token.findMany()), issued.token)
    }
  })

  await t.test('A mistake gives one line on standard error and changes nothing', async (t) => {
    const before = [await run(world, 'user', 'list'), await run(world, 'key', 'list'),
      await app.database.reads.prisma.token.count()]
    const first = ['--email', 'first@example.com']
    for (
      const words of [
        [],
        ['nonsense'],
        ['user'],
        ['user', 'nonsense'],
        ['key'],
        ['token'],
        ['nonsense', 'list'],
        ['user', 'list', 'more'],
        ['user', 'list', '--all'],
        ['--nonsense'],
        ['user', 'add'],
        ['user', 'add', '--email'],
        ['user', 'add', '--email', 'nobody'],
        ['user', 'add', '--email', ''],
        ['user', 'add', '--email', 'a b@c'],
        ['user', 'add', '--email', 'x@example.com', '--root'],
        ['user', 'add', ...first],
        ['user', 'add', '--email', 'x@example.com', 'more'],
        ['user', 'add', '--email', 'a\nb@example.com'],
        ['user', 'enable'],
        ['user', 'enable', '--email', 'nobody@example.com'],
        ['key', 'add', ...first, '--scope', 'admin'],
        ['user', 'disable'],
        ['user', 'disable', '--email', 'nobody@example.com'],
        ['user', 'disable', '--email', 'two\nlines'],
        ['key', 'add'],
        ['key', 'add', '--email', 'nobody@example.com'],
        ['key', 'add', ...first, '--expires-in', '0'],
        ['key', 'add', ...first, '--expires-in', '-5'],
        ['key', 'add', ...first, '--expires-in', '1.5'],
        ['key', 'add', ...first, '--expires-in', 'soon'],
        ['key', 'add', ...first, '--expires-in', ''],
        ['key', 'add', ...first, '--expires-in', '1e3'],
        ['key', 'add', ...first, '--expires-in', '999999999999'],
        ['key', 'add', ...first, '--expires-in', '99999999999999999999'],
        ['key', 'revoke'],
        ['key', 'revoke', '--id', 'abc'],
        ['key', 'revoke', '--id', '0'],
        ['key', 'revoke', '--id', '-1'],
        ['key', 'revoke', '--id', '999999'],
        ['key', 'revoke', '--id', '99999999999999999999'],
        ['key', 'revoke', '--id', '2147483648'],
        ['token', 'issue'],
        ['token', 'issue', ...first],
        ['token', 'issue', '--kind', 'confirmation'],
        ['token', 'issue', '--kind', 'other', ...first],
        ['token', 'issue', '--kind', 'confirmation', '--email', 'nobody@example.com'],
        ['token', 'issue', '--kind', 'toString', ...first],
        ['token', 'issue', '--kind', 'confirmation', ...first, '--expires-in', '0'],
        ['two\nlines'],
        ['user', '--two\nlines']
      ]
    ) {
      const { mistake } = await run(world, ...words)
      t.match(mistake, /^[^\n]+\n$/, JSON.stringify(words))
    }
    t.strictSame([await run(world, 'user', 'list'), await run(world, 'key', 'list'),
      await app.database.reads.prisma.token.count()], before)
  })
})
