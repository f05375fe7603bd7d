import { readFile } from 'node:fs/promises'
import type { SharpConstructor } from 'sharp'
import type { Tiles } from '../task.js'

const CHANNELS = 3
const WEBP_QUALITY = 70

/**
 * Lays out the pictures of a file side by side in one picture. The file has their raw colours one after another. Null
 * if there are none. There may be fewer than were asked for.
 */
export async function layOut (
  sharp: SharpConstructor, path: string, target: string, asked: Tiles
): Promise<{ readonly tiles: Tiles, readonly width: number, readonly height: number } | null> {
  const { tile_width: tileWidth, tile_height: tileHeight } = asked
  const found = await readFile(path)
  const rowBytes = tileWidth * CHANNELS
  const count = Math.min(asked.count, Math.floor(found.length / (rowBytes * tileHeight)))
  if (count === 0) return null
  const columns = Math.min(asked.columns, count)
  const rows = Math.ceil(count / columns)
  const [width, height] = [columns * tileWidth, rows * tileHeight]
  const sheet = Buffer.alloc(width * height * CHANNELS)
  for (let line = 0; line < count * tileHeight; line++) {
    const tile = Math.floor(line / tileHeight)
    const y = Math.floor(tile / columns) * tileHeight + line % tileHeight
    found.copy(sheet, (y * width + tile % columns * tileWidth) * CHANNELS, line * rowBytes, (line + 1) * rowBytes)
  }
  await sharp(sheet, { raw: { width, height, channels: CHANNELS } }).webp({ quality: WEBP_QUALITY }).toFile(target)
  return { tiles: { ...asked, columns, rows, count }, width, height }
}
