import { Readable } from 'node:stream'
import type { Flow, ResponseHandler, ResponseHeaders } from './exchange.js'
import type { Limits } from './limits.js'

export interface StreamedResponse {
  status: number
  headers: ResponseHeaders
  body: Readable
}

const bufferBytes = 128 * 1024

/** Streams the body at the speed of its reader. A failure after the head destroys the body. */
export function streamResponse (
  limits: Limits,
  resolve: (response: StreamedResponse) => void,
  reject: (error: Error) => void
): ResponseHandler {
  let body: Readable | undefined
  let isPaused = false

  function createBody (flow: Flow): Readable {
    return new Readable({
      highWaterMark: bufferBytes,
      read () {
        if (!isPaused) return
        isPaused = false
        limits.touch()
        flow.resume()
      },
      destroy (error, callback) {
        flow.stop()
        callback(error)
      }
    })
  }

  return {
    head (status, headers, flow) {
      limits.touch()
      body = createBody(flow)
      // Until the reader listens, a failure must not count as unhandled.
      body.on('error', () => {})
      resolve({ status, headers, body })
    },
    data (chunk, flow) {
      if (body?.push(chunk)) return limits.touch()
      isPaused = true
      limits.rest()
      flow.pause()
    },
    end () {
      body?.push(null)
    },
    fail (error) {
      if (body) body.destroy(error)
      else reject(error)
    }
  }
}
