import t from 'tap'
import { createCredentialCache } from '#src/access/credential-cache.js'

t.test('What a look-up finds that began before the cache was cleared is not remembered', async (t) => {
  const answers: Array<(known: string | null) => void> = []
  const cache = createCredentialCache<string>({
    find: () => new Promise((resolve) => {
      answers.push((known) => resolve(known === null ? null : { id: 1, known, expiresAt: Infinity }))
    })
  })
  const first = cache.recognise('key')
  cache.forget()
  answers.shift()!('valid')
  t.equal(await first, 'valid', 'the request came before the end')

  const second = cache.recognise('key')
  t.equal(answers.length, 1, 'it is looked up again')
  answers.shift()!(null)
  t.equal(await second, null)

  const third = cache.recognise('key')
  answers.shift()!('valid')
  await third
  t.equal(cache.recognise('key'), 'valid', 'what is found after that is remembered')
})
