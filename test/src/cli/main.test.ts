import t from 'tap'
import { commit, version } from '#src/basics/version.js'
import { OperatorMistake } from '#src/errors.js'
import { createCommand } from '#src/cli/command.js'
import { isRefused, runProgram } from '../../helper/program.js'

t.test('The command of the operator reports a problem with its database in one line', async (t) => {
  for (const url of ['file:/dev/null/x.db', 'mysql://x', 'file:./empty.db']) {
    const mistake = await createCommand({ DATABASE_URL: url }).parseAsync(['user', 'list'], { from: 'user' }).catch((error) => error)
    t.type(mistake, OperatorMistake)
    t.match(mistake.message, /^[^\n]*database[^\n]*$/i)
  }
  const outcome = await runProgram(t, 'src/cli/main.js', ['user', 'list'], { DATABASE_URL: 'postgres://user:geheim@127.0.0.1:1/x' })
  isRefused(t, outcome, /database/i)
  t.notMatch(outcome.stderr, 'geheim')
  t.equal(outcome.stdout, '')
})

t.test('The command of the operator prints its version without a database', async (t) => {
  t.match(await runProgram(t, 'src/cli/main.js', ['--version'], {}), { code: 0, stdout: `${version} (${commit})\n`, stderr: '' })
})

t.test('Wrong arguments give one line on standard error and nothing on standard output; --help succeeds', async (t) => {
  const refused = await runProgram(t, 'src/cli/main.js', ['user'], {})
  isRefused(t, refused, /user/)
  t.equal(refused.stdout, '')
  t.equal((await runProgram(t, 'src/cli/main.js', ['--help'], {})).code, 0)
})
