import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { migrationNames } from '#src/database/migrate/migrate.js'
import { lacks } from '../helper/programs.js'
import { eventually } from '../helper/receiver.js'

const needsScript = { skip: lacks('script') }

t.test('On a terminal a first start shows its migrations in one line, which it updates', needsScript, async (t) => {
  const folder = t.testdir()
  const { PATH = '' } = process.env
  const child = spawn('script', ['-qfec', `${process.execPath} ${join(projectRoot, 'dist/src/server.js')}`, '/dev/null'], {
    cwd: folder,
    env: { PATH, HOME: folder, PORT: '0', DATABASE_URL: `file:${folder}/cutroom.db`, MEDIA_DIR: join(folder, 'media') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true
  })
  const ended = once(child, 'exit')
  t.teardown(async () => {
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => { printed += chunk })
  await eventually('the service', () => printed.includes('Cutroom serves'))
  const { length } = await migrationNames('sqlite')
  const lines = printed.split('\n').filter((line) => line.includes('cutroom: migrations'))
  t.equal(lines.length, 1, printed)
  t.ok(lines[0]!.includes('\r'), 'it is updated in place')
  t.match(lines[0]!.split('\r').filter((part) => part.includes('migrations')).at(-1), `${length} of ${length} (100 %)`)
})
