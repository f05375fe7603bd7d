// Pictures for the screens of the console, drawn in a browser: landscapes that are nobody's.

/**
 * What runs in the page: draws one landscape, and gives it as JPEG in base64. It is the same for the same number.
 * @returns {string}
 */
const draw = (seed) => {
  const { document } = /** @type {any} */ (globalThis)
  const [width, height] = [1600, 1000]
  let state = seed * 2654435761 % 4294967296
  const random = () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  const hue = [18, 205, 340, 42, 190, 265, 28, 150][seed % 8] ?? 0
  const horizon = height * (0.48 + random() * 0.16)

  const fill = (from, to, stops) => {
    const gradient = context.createLinearGradient(0, from, 0, to)
    stops.forEach((colour, index) => gradient.addColorStop(index / (stops.length - 1), colour))
    context.fillStyle = gradient
    context.fillRect(0, from, width, to - from)
  }
  fill(0, horizon, [`hsl(${hue + 190} 38% 24%)`, `hsl(${hue + 150} 32% 52%)`, `hsl(${hue} 74% 74%)`])
  fill(horizon, height, [`hsl(${hue} 48% 56%)`, `hsl(${hue + 190} 42% 16%)`])

  const sun = { x: width * (0.2 + random() * 0.6), y: horizon - 40 - random() * 160 }
  const glow = context.createRadialGradient(sun.x, sun.y, 12, sun.x, sun.y, 520)
  glow.addColorStop(0, `hsl(${hue} 100% 94%)`)
  glow.addColorStop(0.08, `hsl(${hue} 100% 86% / .8)`)
  glow.addColorStop(1, `hsl(${hue} 100% 70% / 0)`)
  context.fillStyle = glow
  context.fillRect(0, 0, width, height)

  for (let line = 0; line < 260; line++) {
    const y = horizon + (height - horizon) * random() ** 1.6
    const near = (y - horizon) / (height - horizon)
    const spread = 60 + near * 460
    context.fillStyle = `hsl(${hue} 92% 84% / ${0.35 * (1 - near) * random()})`
    const length = 20 + random() * 130 * (0.3 + near)
    context.fillRect(sun.x - spread / 2 + (random() - 0.5) * spread, y, length, 1 + near * 3)
  }

  for (let layer = 0; layer < 4; layer++) {
    const base = horizon - 70 + layer * 34
    const waves = Array.from({ length: 7 }, (_, index) => ({
      length: 0.002 * 2 ** index, height: (90 - layer * 14) / 1.9 ** index, shift: random() * 9
    }))
    context.fillStyle = `hsl(${hue + 196} ${20 + layer * 5}% ${40 - layer * 10}%)`
    context.beginPath()
    context.moveTo(0, horizon + layer * 10)
    for (let x = 0; x <= width; x += 4) {
      const rise = waves.reduce((sum, wave) => sum + Math.sin(x * wave.length + wave.shift) * wave.height, 0)
      context.lineTo(x, Math.min(horizon + layer * 10, base - rise))
    }
    context.lineTo(width, horizon + layer * 10)
    context.fill()
  }

  const shade = context.createRadialGradient(width / 2, height / 2, height * 0.4, width / 2, height / 2, width * 0.72)
  shade.addColorStop(0, '#0000')
  shade.addColorStop(1, '#000a')
  context.fillStyle = shade
  context.fillRect(0, 0, width, height)
  for (let grain = 0; grain < 26000; grain++) {
    context.fillStyle = random() > 0.5 ? '#ffffff0c' : '#0000000f'
    context.fillRect(random() * width, random() * height, 2, 2)
  }
  return canvas.toDataURL('image/jpeg', 0.86).split(',')[1]
}

/**
 * @param {import('playwright-core').Page} page
 * @param {number} count
 * @returns {Promise<Buffer[]>}
 */
export async function drawPictures (page, count) {
  const pictures = []
  for (let seed = 1; seed <= count; seed++) {
    pictures.push(Buffer.from(await page.evaluate(draw, seed), 'base64'))
  }
  return pictures
}
