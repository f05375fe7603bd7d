import type { ResponseHandler, ResponseHeaders } from './exchange.js'

export interface CollectedResponse {
  status: number
  headers: ResponseHeaders
  body: Buffer
  /** Whether the body went on after what was kept of it. */
  isTruncated: boolean
}

// Reading this much of an unwanted body is cheaper than making a new connection.
const drainBytes = 64 * 1024

/** Keeps the first `maxBytes` of a body. A body that goes on much longer, or without end, is not awaited. */
export function collectResponse (
  maxBytes: number,
  resolve: (response: CollectedResponse) => void,
  reject: (error: Error) => void
): ResponseHandler {
  const chunks: Buffer[] = []
  let bytes = 0
  let isTruncated = false
  let isDrainable = false
  let status = 0
  let headers: ResponseHeaders

  function end (): void {
    resolve({ status, headers, body: Buffer.concat(chunks, bytes), isTruncated })
  }

  return {
    head (responseStatus, responseHeaders) {
      status = responseStatus
      headers = responseHeaders
      isDrainable = Number(headers['content-length'] ?? NaN) <= maxBytes + drainBytes
    },
    data (chunk, flow) {
      if (isTruncated) return
      const kept = chunk.subarray(0, maxBytes - bytes)
      if (kept.length > 0) chunks.push(kept)
      bytes += kept.length
      isTruncated = kept.length < chunk.length
      if (!isTruncated || isDrainable) return
      flow.stop()
      end()
    },
    end,
    fail: reject
  }
}
