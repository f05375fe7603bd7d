import t from 'tap'
import { describeForLog } from '#src/process/log-error.js'

t.test('properties that libraries add to an error are not logged, except its code', (t) => {
  const error = Object.assign(new Error('Parse Error'), {
    code: 'HPE_INVALID_METHOD',
    rawPacket: Buffer.from('X-API-KEY: secret'),
    parameters: ['secret']
  })
  const { stack, ...rest } = describeForLog(error)
  t.strictSame(rest, { type: 'Error', message: 'Parse Error', code: 'HPE_INVALID_METHOD' })
  t.match(stack, /^Error: Parse Error\n {4}at /)
  t.end()
})

t.test('the values of a Prisma call are removed from its error message and from the stack', (t) => {
  const error =
    new Error('\nInvalid `prisma.webhookHeader.create()` invocation:\n\n{\n  data: {\n    headerValue: "secret"\n  }\n}\n\nArgument `hidden` is missing.')
  error.name = 'PrismaClientValidationError'
  const described = describeForLog(error)
  t.equal(described.message, 'Argument `hidden` is missing.')
  t.notMatch(JSON.stringify(described), 'secret')
  t.match(described.stack, /^PrismaClientValidationError: Argument `hidden` is missing\.\n {4}at /)
  t.end()
})

t.test('causes and aggregated errors are logged, up to a limited depth', (t) => {
  const error: Error & { cause?: unknown } = new Error('outer')
  error.cause = new AggregateError([new Error('first'), new Error('second')], 'several')
  const { cause } = describeForLog(error)
  t.equal(cause!.message, 'several')
  t.strictSame(cause!.errors!.map(({ message }) => message), ['first', 'second'])
  const circle: Error & { cause?: unknown } = new Error('circle')
  circle.cause = circle
  t.doesNotThrow(() => JSON.stringify(describeForLog(circle)))
  t.end()
})

t.test('a thrown value that is not an error is not logged', (t) => {
  t.strictSame(describeForLog('secret'), { type: 'string', message: 'something that is no error was thrown' })
  t.end()
})
