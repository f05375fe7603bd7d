import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { withoutPassword } from '../../src/database/database.js'
import { httpDialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { runProgram, startService } from '../helper/program.js'

for (const dialect of httpDialects) {
  t.test(`The first start prints its URL, a key and a curl command that works; the second prints no key (${dialect})`, async (t) => {
    const { url, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const environment = { DATABASE_URL: url }
    const first = await startService(t, environment)
    const curl = first.greeting.split('\n').find((line) => line.trim().startsWith('curl '))!
    const key = /X-API-KEY: ([^']+)'/.exec(curl)![1]!
    t.match(first.greeting, first.url)
    const [, database] = / The database: +(\S+) \(new\)\n/.exec(first.greeting)!
    t.equal(database, dialect === 'sqlite' ? url.replace('file:', '') : withoutPassword(url))
    t.match(first.greeting, / The media: +\/.*\/data\/media\n/)
    t.match(first.greeting, / To stop it: +kill \d+\n/)
    t.equal(first.greeting.split(key).length - 1, 2, 'the key stands alone and in the command to paste')
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl.trim().replace(/^curl/, 'curl -sS')}`])
    t.match(JSON.parse(stdout), { asset: { title: 'My first asset', owner: 'admin@example.com' } }, stdout)

    const command = (...words: string[]) => runProgram(t, 'src/cli/main.js', words, environment)
    const user = await command('user', 'add', '--email', "o'neil@example.com")
    t.strictSame(
      [user.code, user.stderr, user.stdout.split('\n').length],
      [0, '', 2],
      'one JSON value on one line, while the service runs'
    )
    const { api_key: userKey } = JSON.parse(user.stdout)
    t.equal((await fetch(`${first.url}/api/v2/projects`, { headers: { 'x-api-key': userKey } })).status, 200)

    t.match(await first.stop(), { code: 0, stderr: '' })
    const second = await startService(t, environment)
    t.notMatch(second.greeting.replace(database!, ''), /cutroom_|curl|\(new\)/)
    t.equal((await fetch(`${second.url}/api/v2/projects`, { headers: { 'x-api-key': key } })).status, 200)
    t.match(await second.stop('SIGINT'), { code: 0, stderr: '' })
  })
}
