// Sends requests one after the other, in a thread of its own, so that other work of this process does not delay them.
// Started by neighbour.js.
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { request } from 'undici'
import { given } from './failure.js'

const PAUSE_MS = 20
const { url, headers, rounds } = workerData
const port = given(parentPort)
let asking = null
let over = new AbortController()

port.on('message', async (order) => {
  if (order === 'begin') {
    over = new AbortController()
    asking = ask(over.signal)
    return
  }
  over.abort()
  port.postMessage(await asking)
})

async function ask (signal) {
  const waited = []
  const writes = []
  const wrong = []
  let refused = 0
  for (let number = 0; !signal.aborted; number++) {
    for (const question of rounds[number % rounds.length]) {
      const { method, path, body: sent } = typeof question === 'string' ? { method: 'GET', path: question } : question
      const startedAt = performance.now()
      try {
        const { statusCode, body } = await request(`${url}/api/v2/${path}`, {
          method,
          headers: sent === undefined ? headers : { ...headers, 'content-type': 'application/json' },
          body: sent === undefined ? null : JSON.stringify(sent)
        })
        await body.dump()
        if (statusCode === 503) refused++
        else if (statusCode !== 200) wrong.push(`${method} ${path} of the caller who behaves answered ${statusCode}`)
      } catch (error) {
        wrong.push(`${method} ${path} of the caller who behaves has no answer: ${error.message}`)
        await delay(PAUSE_MS)
      }
      const kind = method === 'GET' ? waited : writes
      kind.push(performance.now() - startedAt)
    }
    await delay(PAUSE_MS)
  }
  return { waited, writes, wrong, refused }
}
