import { errors } from 'undici'
import t from 'tap'
import { classifyError, describeError, OutboundFailure } from '#src/outbound/failure.js'

function systemError (code: string): Error {
  return Object.assign(new Error(`read ${code}`), { code })
}

t.test('a failure whose kind is known keeps its kind', async (t) => {
  t.equal(classifyError(new OutboundFailure('dns', 'no such name')), 'dns')
})

t.test('an error that breaks an open connection is a reset', async (t) => {
  for (
    const error of [
      systemError('ECONNRESET'),
      systemError('EPIPE'),
      new errors.SocketError('other side closed'),
      new errors.HeadersOverflowError(),
      new errors.HTTPParserError('bad'),
      new errors.ResponseContentLengthMismatchError(),
      new Error('anything'),
      'no error',
      undefined
    ]
  ) t.equal(classifyError(error), 'reset', describeError(error))
})

t.test('a connection that went silent is a timeout', async (t) => {
  t.equal(classifyError(systemError('ETIMEDOUT')), 'timeout')
})

t.test('a description is never empty', async (t) => {
  t.equal(
    describeError(new AggregateError([systemError('ECONNREFUSED'), systemError('ENETUNREACH')])),
    'read ECONNREFUSED'
  )
  t.equal(describeError(Object.assign(new Error(''), { code: 'ECONNREFUSED' })), 'ECONNREFUSED')
  t.equal(describeError(new AggregateError([])), 'AggregateError')
  t.equal(describeError(null), 'unknown error')
})
