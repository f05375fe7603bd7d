import t from 'tap'
import { reasonKinds, tellers } from '#src/consumers.js'
import { declaredTypes, type Teller } from '#src/core/events/teller.js'
import { createNotifier } from '#src/notifications/follow.js'

const details = async () => new Map()
const teller = (more: Partial<Teller>): Teller => ({ whom: {}, sentences: {}, ...more })

t.test('One domain declares each type that users are told about, else the service does not start', async (t) => {
  t.doesNotThrow(() => declaredTypes(tellers))
  t.throws(() => createNotifier([...tellers, teller({ about: 'clip' })]), { message: 'No teller has details of the type clip' })
  t.throws(() => createNotifier([...tellers, teller({ about: 'comment', details })]),
    { message: 'Two tellers have details of the type comment' })
  t.doesNotThrow(() => createNotifier([...tellers, teller({}), teller({ about: 'comment' }), teller({ about: 'clip', details })]))
})

t.test('One domain has the sentence of each reason', (t) => {
  const twice = reasonKinds.filter((kind, index) => reasonKinds.indexOf(kind) !== index)
  t.strictSame(twice, [], 'two tellers have sentences of this reason: give one of them another name, in the tell.ts of its domain')
  t.end()
})
