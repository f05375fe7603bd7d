export interface ServerEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** Reads server-sent events. EventSource cannot send a key. Comments are heartbeats. */
export async function * readEvents (
  body: ReadableStream<Uint8Array>, onSign: () => void
): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  try {
    for (;;) {
      onSign()
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const event = parse(block)
        if (event.data !== '') yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parse (block: string): ServerEvent {
  const found = { id: '', event: '', data: '' }
  for (const line of block.split('\n')) {
    const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? []
    if (name !== undefined) found[name as keyof typeof found] += value
  }
  return found
}
