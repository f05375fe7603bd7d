import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { freePort } from '#proof/harness/ports.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { goToProvider, SITE, startProvider } from '../helper/oidc.js'
import { startService } from '../helper/program.js'
import { createRandom, stepsOf } from '../helper/random.js'
import type { Visitor } from '../helper/visitor.js'

const KEY = 'cutroom_test_administrator'
const SIGN_INS = stepsOf(40)
/** A kill comes after so many sign-ins. */
const EACH = 8
const LONGEST_MS = 60
const GROUPS = ['grading', 'sound', 'editors', 'archive', 'titles']

/** A browser at a process that is killed now and then: without an answer it tells so. */
function createBrowser (url: string) {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async get (path: string, own: Record<string, string> = {}) {
      const answer = await fetch(`${url}${path.startsWith('/') ? path : `/api/v2/${path}`}`, {
        redirect: 'manual', headers: { ...own, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        cookies.set(name!, value!)
      }
      const text = await answer.text()
      const headers = Object.fromEntries(answer.headers)
      return { status: answer.status, headers, body: text.startsWith('{') ? JSON.parse(text) : text }
    }
  }
}

for (const dialect of dialects) {
  t.test(`Through kills a user is in the groups of the last sign-in that answered (${dialect})`, async (t) => {
    const random = createRandom(t)
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const provider = await startProvider(t)
    const port = String(await freePort())
    const environment = {
      PORT: port, DATABASE_URL: databaseUrl, MEDIA_DIR: t.testdir({}), ADMIN_API_KEY: KEY, ...provider.environment, OIDC_GROUPS: 'groups'
    }
    // It says its public address when it starts.
    const url = `http://127.0.0.1:${port}`
    let service = await startService(t, environment)
    const ask = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await fetch(`${url}/api/v2/${path}`, {
        method,
        headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body)
      })
      return answer.json()
    }
    const { user } = await ask('POST', 'admin/users', { email: 'ann@example.com', access: 'projects' })
    const ids: number[] = []
    for (const name of GROUPS) ids.push((await ask('POST', 'admin/user_groups', { name, provider_group: name })).user_group.id)
    const groupsNow = async () => {
      const found: string[] = []
      for (const [index, id] of ids.entries()) {
        const { users } = await ask('GET', `user_groups/${id}/users`)
        if (users.some((one: any) => one.id === user.id)) found.push(GROUPS[index]!)
      }
      return found.sort()
    }
    /** What the user may be in: what the last answer says, or what sign-ins say that were cut since. */
    let possible = [[] as string[]]
    let answered = 0

    async function signIn (claimed: string[], cut: () => Promise<void> = async () => {}): Promise<void> {
      const browser = createBrowser(url)
      const { back, nonce } = await goToProvider(null as never, browser as unknown as Visitor)
      provider.sayToken({ nonce, groups: claimed })
      const arriving = browser.get(back).catch(() => null)
      await cut()
      const answer = await arriving
      provider.state.instead = {}
      if (answer === null) {
        possible.push(claimed)
        return
      }
      t.equal(answer.headers.location, `${SITE}/console/`)
      possible = [claimed]
      answered++
      const { body } = await browser.get('user', { 'x-requested-with': 'cutroom' })
      t.strictSame(body.user.user_groups.map(({ name }: any) => name).sort(), claimed)
    }

    for (let count = 1; count <= SIGN_INS; count++) {
      const claimed = GROUPS.filter(() => random.below(2) === 0).sort()
      if (count % EACH !== 0) {
        await signIn(claimed)
        continue
      }
      await signIn(claimed, async () => {
        await pause(random.below(LONGEST_MS))
        await service.stop('SIGKILL')
        service = await startService(t, environment)
      })
      const found = JSON.stringify(await groupsNow())
      t.ok(possible.map((groups) => JSON.stringify(groups)).includes(found), `${found} of ${JSON.stringify(possible)}`)
    }
    t.ok(answered >= SIGN_INS - SIGN_INS / EACH, `${answered} of ${SIGN_INS} answered`)
  })
}
