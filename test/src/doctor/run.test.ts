import t from 'tap'
import { ok, failure, skipped, warning, type Check } from '#src/doctor/check.js'
import { describeServer } from '#src/doctor/checks/database.js'
import { toLines } from '#src/doctor/print.js'
import { runChecks } from '#src/doctor/run.js'
import { createVeil } from '#src/doctor/secrets.js'
import { createSubject } from '#src/doctor/subject.js'
import { OperatorMistake } from '#src/errors.js'
import { version } from '#src/basics/version.js'

const run = async (checks: Check[], environment: Record<string, string> = {}) =>
  runChecks(checks, createSubject({ environment, file: '/nowhere/.env' }), { longestMs: 20 })

t.test('Checks run in their order; one that fails skips those that need it, and those that need these', async (t) => {
  const { ok: isWell, version: told, checks } = await run([
    { name: 'first', look: () => failure('It is broken', 'Mend it') },
    { name: 'second', needs: ['first'], look: () => ok('never') },
    { name: 'third', needs: ['second'], look: () => ok('never') },
    { name: 'fourth', needs: ['third', 'fifth'], look: () => ok('never') },
    { name: 'fifth', look: async () => warning('It is late', 'Wait') },
    { name: 'sixth', needs: ['fifth'], look: () => skipped('There is nothing') },
    { name: 'seventh', needs: ['sixth'], look: () => ok('All is well') }
  ])
  t.strictSame([isWell, told], [false, version])
  const cannot = (name: string, cause: string) =>
    ({ name, status: 'skipped', text: `It cannot be looked at before ${cause} is in order`, mend: null })
  t.strictSame(checks, [
    { name: 'first', status: 'failure', text: 'It is broken', mend: 'Mend it' },
    cannot('second', 'first'),
    cannot('third', 'second'),
    cannot('fourth', 'third'),
    { name: 'fifth', status: 'warning', text: 'It is late', mend: 'Wait' },
    { name: 'sixth', status: 'skipped', text: 'There is nothing', mend: null },
    { name: 'seventh', status: 'ok', text: 'All is well', mend: null }
  ])
})

t.test('A check that takes too long is skipped and told to stop, unless it may be long', async (t) => {
  let isStopped = false
  const { ok: isWell, checks } = await run([
    {
      name: 'slow',
      look: (_subject, signal) => new Promise(() => { signal.addEventListener('abort', () => { isStopped = true }) })
    },
    { name: 'after', needs: ['slow'], look: () => ok('never') },
    { name: 'long', mayBeLong: true, look: () => new Promise((resolve) => setTimeout(resolve, 60, ok('Done'))) }
  ])
  t.strictSame([isWell, isStopped], [true, true])
  t.strictSame(checks.map(({ status, text }) => [status, text]), [
    ['skipped', 'It took more than 0.02 seconds'],
    ['skipped', 'It cannot be looked at before slow is in order'],
    ['ok', 'Done']
  ])
})

t.test('What a check throws is a failure in one line', async (t) => {
  const { checks } = await run([
    { name: 'mistake', look: () => { throw new OperatorMistake('PORT must be a port') } },
    { name: 'error', look: async () => { throw new Error('\nInvalid call\n\nthe reason') } }
  ])
  t.match(checks, [
    { status: 'failure', text: 'PORT must be a port', mend: /^\S/ },
    { status: 'failure', text: 'the reason', mend: /^\S/ }
  ])
})

t.test('Secrets are taken out of what is said, as they are written and as they are meant', async (t) => {
  const veil = createVeil({
    ADMIN_API_KEY: 'key_of_the_chief',
    DATABASE_URL: 'postgres://me:p%40ssword@host/x',
    SMTP_URL: 'smtp://me:per%zent@mail.example.com',
    OIDC_CLIENT_SECRET: ' client_secret ',
    AWS_SECRET_ACCESS_KEY: 'of_the_bucket'
  })
  for (const secret of ['key_of_the_chief', 'p%40ssword', 'p@ssword', 'per%zent', 'client_secret', 'of_the_bucket']) {
    t.equal(veil(`It says ${secret}, twice: ${secret}`), 'It says …, twice: …')
  }
  t.equal(veil('https://me:other@example.com and https://example.com:443/@x'), 'https://me:…@example.com and https://example.com:443/@x')
  t.equal(createVeil({ DATABASE_URL: 'file:/srv/cutroom.db' })('file:/srv/cutroom.db'), 'file:/srv/cutroom.db')
})

t.test('Old servers, and those on which the role makes no tables, are failures', async (t) => {
  t.strictSame(
    ['14.0', '18.4 (Debian 18.4-1)', '13.22', '9.6'].map((version) => describeServer({ version, may: true }, 'x').status),
    ['ok', 'ok', 'failure', 'failure']
  )
  for (const may of [false, null]) t.match(describeServer({ version: '15.1', may }, 'x'), { status: 'failure', text: /may not make tables/ })
})

t.test('On a terminal each check is a line', async (t) => {
  const found = await run([
    { name: 'settings', look: () => ok('All is set') },
    { name: 'media', look: () => failure('A file is gone', 'Put it back') }
  ])
  t.equal(toLines(found), 'ok    settings  All is set\nfail  media     A file is gone → Put it back\n')
})
