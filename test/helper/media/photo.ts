import sharp from 'sharp'
import type { Test } from 'tap'
import type { Locator, Page } from 'playwright-core'
import type { Client } from '../app.js'
import { addAsset } from '../items.js'
import { startFileSender } from './sender.js'
import { analysedMedia, attach, readUntil } from './world.js'

/** Its preview is smaller. */
export const [WIDTH, HEIGHT] = [2400, 1350]

/** An asset with poster.png and its preview. */
export async function addPhoto (t: Test, admin: Client, width = WIDTH, height = HEIGHT): Promise<string> {
  const { id } = await addAsset(admin, { title: 'Poster' })
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#203050' } }).png().toBuffer()
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'poster.png')
  await readUntil(
    async () => analysedMedia(admin, id), (files) => files.at(-1)?.previews.some(({ kind }) => kind === 'preview') === true)
  return id
}

/** What the console shows of a photo. */
export function photoOn (page: Page) {
  const picture = page.getByRole('img', { name: 'Preview of poster.png' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const isWide = async (width: number) => readUntil(async () => widthOf(picture), (now) => Math.abs(now - width) < 1)
  return {
    picture,
    stage: page.locator('.stage'),
    button,
    pressed: async (name: string) => button(name).and(page.locator('[aria-pressed=true]')).waitFor(),
    loaded: async () => button('Zoom in').and(page.locator(':enabled')).waitFor(),
    naturalWidth: async () => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth),
    isWide,
    /** One of its pixels for each of the screen. */
    showPixels: async () => {
      await button('100 %').click()
      await isWide(WIDTH)
    }
  }
}

export const boxOf = async (element: Locator) => (await element.boundingBox())!
export const widthOf = async (element: Locator) => (await boxOf(element)).width

/** Which part of the picture is at a place in the window. */
export async function partAt (picture: Locator, x: number, y: number): Promise<[number, number]> {
  const box = await boxOf(picture)
  return [(x - box.x) / box.width, (y - box.y) / box.height]
}
