// Pictures for the screens of the console, drawn in a browser: stills of an imaginary film.
import { drawStills } from './console-stills.js'

/**
 * Runs in the page: draws one still, and returns it as JPEG in base64. The same number gives the same picture.
 * @returns {string}
 */
const draw = (drawStills, still) => {
  const { document } = /** @type {any} */ (globalThis)
  const [width, height] = [1600, 900]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  let state = (still + 7) * 2654435761 % 4294967296
  const random = () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }

  const fade = (from, to, ...colours) => {
    const gradient = context.createLinearGradient(0, from, 0, to)
    colours.forEach((colour, index) => gradient.addColorStop(index / (colours.length - 1), colour))
    context.fillStyle = gradient
    context.fillRect(0, from, width, to - from)
  }
  const glow = (x, y, radius, colour, strength = 1) => {
    const gradient = context.createRadialGradient(x, y, 0, x, y, radius)
    gradient.addColorStop(0, colour)
    gradient.addColorStop(1, `${colour}00`)
    context.globalAlpha = strength
    context.fillStyle = gradient
    context.fillRect(x - radius, y - radius, radius * 2, radius * 2)
    context.globalAlpha = 1
  }
  const disc = (x, y, radius, colour) => {
    context.fillStyle = colour
    context.beginPath()
    context.arc(x, y, radius, 0, 7)
    context.fill()
  }
  const shape = (colour, ...points) => {
    context.fillStyle = colour
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    context.fill()
  }
  const several = (count, work) => {
    for (let index = 0; index < count; index++) work(index)
  }
  const blurred = (pixels, work) => {
    context.filter = `blur(${pixels}px)`
    work()
    context.filter = 'none'
  }
  /** A line of hills. */
  const ridge = (base, rise, colour, rough = 1) => {
    const waves = [1, 2.3, 5.1, 11, 23, 47].map((length, index) =>
      ({ length: length * 0.0021, rise: rise / (index + 1) ** (2.1 - rough * 0.6), shift: random() * 9 }))
    const top = (x) =>
      base - rise - waves.reduce((sum, wave) => sum + Math.sin(x * wave.length + wave.shift) * wave.rise, 0)
    const line = Array.from({ length: width / 4 + 1 }, (_, step) => [step * 4, top(step * 4)])
    shape(colour, [0, height], ...line, [width, height])
  }
  /** Light upon water below a horizon. */
  const water = (horizon, x, colour, spread = 1) => {
    for (let line = 0; line < 900; line++) {
      const near = random() ** 1.7
      const y = horizon + (height - horizon) * near
      const reach = (30 + near * 420) * spread
      context.globalAlpha = 0.42 * (1 - near * 0.8) * random()
      context.fillStyle = colour
      context.fillRect(x + (random() + random() - 1) * reach, y, (8 + random() * 90) * (0.25 + near), 1 + near * 3)
    }
    context.globalAlpha = 1
  }
  const lights = (count, from, to, colours) => {
    for (let light = 0; light < count; light++) {
      const colour = colours[Math.floor(random() * colours.length)]
      context.globalAlpha = 0.14 + random() * 0.3
      disc(random() * width, from + random() * (to - from), 14 + random() * 46, colour)
    }
    context.globalAlpha = 1
  }
  /** Somebody who talks, before what lies out of focus. */
  const speaker = (x, rim, skin) => {
    const bust = (colour, wider) => {
      shape(
        colour, [x - 330 - wider, height], [x - 250 - wider, 690], [x - 90, 610 - wider], [x + 90, 610 - wider],
        [x + 250 + wider, 690], [x + 330 + wider, height])
      context.fillStyle = colour
      context.fillRect(x - 58, 500, 116, 140)
      context.beginPath()
      context.ellipse(x, 400, 118 + wider, 152 + wider, 0, 0, 7)
      context.fill()
    }
    blurred(5, () => bust(rim, 6))
    blurred(3, () => bust(skin, 0))
  }
  const boat = (x, y, size, colour) => {
    const part = (...points) => shape(colour, ...points.map(([right, up]) => [x + size * right, y - size * up]))
    part([-1, 0.22], [1.1, 0.26], [0.8, 0], [-0.82, 0])
    part([-0.5, 0.2], [-0.5, 0.52], [0.1, 0.52], [0.16, 0.2])
    context.fillRect(x - size * 0.16, y - size * 1.1, size * 0.035, size)
  }

  const stills = /** @type {any} */ (drawStills)({
    context, width, height, random, fade, glow, disc, shape, several, blurred, ridge, water, lights, speaker, boat
  })
  stills[still % stills.length]()

  const shade = context.createRadialGradient(width / 2, height / 2, height * 0.45, width / 2, height / 2, width * 0.68)
  shade.addColorStop(0, '#0000')
  shade.addColorStop(1, '#0009')
  context.fillStyle = shade
  context.fillRect(0, 0, width, height)
  for (let grain = 0; grain < 30_000; grain++) {
    context.fillStyle = random() > 0.5 ? '#ffffff0d' : '#00000012'
    context.fillRect(random() * width, random() * height, 2, 2)
  }
  return canvas.toDataURL('image/jpeg', 0.88).split(',')[1]
}

/**
 * @param {import('playwright-core').Page} page
 * @param {number} count
 * @returns {Promise<Buffer[]>}
 */
export async function drawPictures (page, count) {
  const pictures = []
  for (let still = 0; still < count; still++) {
    const jpeg = await page.evaluate(`(${String(draw)})(${String(drawStills)}, ${still})`)
    pictures.push(Buffer.from(String(jpeg), 'base64'))
  }
  return pictures
}
