// Sends files of any size, each with bytes of its own, as fast as they are read: /NAME/BYTES. Prints its address.
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { portOf } from '#proof/harness/ports.js'

const BLOCK = 1024 ** 2
const block = randomBytes(BLOCK)

const server = createServer((request, response) => {
  const [, name = '', size] = (request.url ?? '').split('/')
  let left = Number(size)
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': left, etag: `"${name}"` })
  const first = createHash('sha256').update(name).digest().subarray(0, Math.min(left, 32))
  response.write(first)
  left -= first.length
  const pour = () => {
    while (left > 0) {
      const part = left < BLOCK ? block.subarray(0, left) : block
      left -= part.length
      if (!response.write(part)) return
    }
    response.end()
  }
  response.on('drain', pour)
  pour()
})
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${portOf(server)}`))
