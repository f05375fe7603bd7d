import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'dotenv'
import t, { type Test } from 'tap'
import { addressOf, startProgram as startIn } from '#proof/harness/service.js'
import { settingNames } from '#src/process/config.js'
import { isRefused, runProgram, startProgram } from '../../helper/program.js'

const MAIN = 'src/cli/main.js'
const QUIET = { PORT: '0', LOG_LEVEL: 'silent' }

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

async function initialise (t: Test, folder: string) {
  const { code, stdout, stderr } = await runProgram(t, MAIN, ['init', folder], {})
  t.strictSame([code, stderr], [0, ''])
  return JSON.parse(stdout) as { folder: string, env: string }
}

t.test('init makes a folder of its user alone, with every setting commented out', async (t) => {
  const folder = join(t.testdir(), 'below', 'data')
  t.strictSame(await initialise(t, folder), { folder, env: `${folder}/.env` })
  t.strictSame([await mode(folder), await mode(`${folder}/.env`)], ['700', '600'])
  const text = await readFile(`${folder}/.env`, 'utf8')
  t.strictSame(parse(text), {})
  const named = [...text.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name!)
  t.strictSame(named.sort(), [...settingNames].sort())
  t.notMatch(text, 'Copy this file')
})

t.test('init refuses a folder that has settings or a database, and leaves it as it is', async (t) => {
  const settled = t.testdir({ '.env': 'PORT=1', other: { 'cutroom.db': 'x' }, free: { file: '' } })
  for (const folder of [settled, `${settled}/other`]) {
    const refused = await runProgram(t, MAIN, ['init', folder], {})
    t.strictSame([refused.code, refused.stdout, refused.stderr], [1, '', `error: ${folder} has data already\n`])
  }
  t.equal(await readFile(`${settled}/.env`, 'utf8'), 'PORT=1')
  t.strictSame(await readdir(`${settled}/other`), ['cutroom.db'])
  t.match(await initialise(t, `${settled}/free`), { folder: `${settled}/free` }, 'a folder that is there is taken')
})

t.test('--data names the folder of everything, and of the settings; it wins over DATA_DIR', async (t) => {
  const folder = join(t.testdir(), 'data')
  await initialise(t, folder)
  await writeFile(`${folder}/.env`, 'ADMIN_EMAIL=boss@example.com\nDATA_DIR=/proc/nowhere\n')
  const service = await startProgram(t, MAIN, ['serve', '--data', folder], { ...QUIET, DATA_DIR: '/proc/nowhere' })
  await addressOf(service)
  t.match(service.printed.stdout, ` The database:  ${folder}/cutroom.db (new)\n`)
  t.match(service.printed.stdout, ` The media:     ${folder}/media\n`)
  for (const words of [['--data', folder, 'user', 'list'], ['user', 'list', `--data=${folder}`]]) {
    const { code, stdout } = await runProgram(t, MAIN, words, { DATA_DIR: '/proc/nowhere' })
    t.equal(code, 0)
    t.match(JSON.parse(stdout), [{ email: 'boss@example.com' }])
  }
  service.process.kill('SIGTERM')
  t.match(await service.ended, { code: 0, stderr: '' })
})

t.test('With --data the settings of the working directory do not count, and without it they do', async (t) => {
  const folder = t.testdir({ '.env': 'PORT=near', data: { '.env': 'PORT=far' } })
  const listing = (...words: string[]) =>
    startIn(MAIN, { parameters: ['user', 'list', ...words], environment: {}, folder }).ended
  isRefused(t, await listing(), /"near"/)
  isRefused(t, await listing('--data', 'data'), /"far"/)
})

t.test('--data without a name of a folder is refused', async (t) => {
  for (const folder of ['', ' ']) isRefused(t, await runProgram(t, MAIN, ['serve', '--data', folder], {}), /--data/)
})
