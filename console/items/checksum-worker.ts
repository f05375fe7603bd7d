/** Gets a file, and answers with its SHA-256 in hexadecimal; null if it cannot be read. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    self.postMessage([...sum].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  } catch {
    self.postMessage(null)
  }
}
