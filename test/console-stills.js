/**
 * Twelve stills, each with the name of its asset. They run in the page, with the tools of console-pictures.js.
 * @type {(tools: any) => Array<() => void>}
 */
export const drawStills = ({
  context, width, height, random, fade, glow, disc, shape, several, blurred, ridge, water, lights, speaker, boat
}) => [
  () => { // Harbour at dawn
    fade(0, 520, '#1c2f45', '#5b6f86', '#e7b48c', '#ffd9a3')
    glow(1060, 470, 620, '#ffcf8a', 0.9)
    disc(1060, 462, 34, '#fff3d6')
    ridge(515, 44, '#6d7686')
    ridge(525, 24, '#3d4656')
    fade(520, height, '#dca57c', '#4d5c70', '#162230')
    water(520, 1060, '#ffe2b0')
    for (const [x, y, size] of [[330, 640, 120], [610, 590, 62], [800, 560, 36]]) boat(x, y, size, '#141b25')
  },
  () => { // Drone over the pier
    fade(0, height, '#0c3a44', '#0f4c55', '#08303a')
    for (let foam = 0; foam < 26; foam++) {
      context.strokeStyle = `rgba(214,240,236,${0.05 + random() * 0.16})`
      context.lineWidth = 2 + random() * 9
      context.beginPath()
      const y = random() * height
      for (let x = -20; x <= width; x += 40) {
        context.lineTo(x, y + x * 0.18 + Math.sin(x * 0.011 + foam) * 22 + random() * 9)
      }
      context.stroke()
    }
    context.save()
    context.translate(690, -80)
    context.rotate(0.42)
    context.shadowColor = '#0009'
    context.shadowBlur = 40
    context.shadowOffsetX = 34
    context.fillStyle = '#8a6f55'
    context.fillRect(0, 0, 150, 880)
    context.shadowColor = 'transparent'
    for (let plank = 0; plank < 110; plank++) {
      context.fillStyle = `rgba(${40 + random() * 60},${30 + random() * 40},26,.42)`
      context.fillRect(0, plank * 8, 150, 1 + random() * 5)
    }
    context.fillStyle = '#c8452c'
    context.fillRect(52, 520, 48, 96)
    context.restore()
  },
  () => { // Interview, day 1
    fade(0, height, '#2b3a3d', '#4a5a55', '#1c2322')
    blurred(26, () => lights(34, 60, 560, ['#ffd9a0', '#f4b06a', '#9fd0c6']))
    glow(1300, 160, 640, '#ffd8a0', 0.7)
    speaker(600, '#f0b06e', '#231a17')
    glow(690, 330, 210, '#ffb978', 0.4)
  },
  () => { // Cutaway: nets
    fade(0, height, '#27484a', '#6d8c80', '#1d2f30')
    glow(360, 160, 720, '#f4d49a', 0.6)
    for (let layer = 0; layer < 3; layer++) {
      blurred([11, 4, 0][layer], () => {
        context.strokeStyle = ['#16302f', '#d88a46', '#f1b36b'][layer]
        context.lineWidth = [9, 5, 3.4][layer]
        const step = 150 - layer * 33
        for (let line = -14; line < 34; line++) {
          for (const side of [-1, 1]) {
            context.beginPath()
            for (let y = -20; y <= height; y += 20) {
              const sag = Math.sin(y * 0.004 + layer) * 130
              context.lineTo(line * step + sag + side * y * 0.72 + Math.sin(y * 0.075) * 5, y)
            }
            context.stroke()
          }
        }
      })
    }
    disc(1180, 560, 88, '#c8452c')
    glow(1150, 525, 90, '#ffb79c', 0.8)
  },
  () => { // The ferry leaves
    fade(0, 500, '#35495e', '#8198a6', '#d9d5c4')
    ridge(505, 60, '#8697a0')
    fade(500, height, '#9fb0b2', '#4e6674', '#1e3040')
    water(500, 800, '#eef0e6', 2.4)
    shape('#f2f0e8', [470, 500], [1190, 500], [1150, 560], [520, 560])
    shape('#f2f0e8', [600, 500], [620, 430], [1050, 430], [1080, 500])
    shape('#dcd8cc', [700, 430], [715, 388], [930, 388], [945, 430])
    shape('#b23a24', [512, 530], [1166, 530], [1150, 562], [520, 562])
    shape('#b23a24', [800, 388], [806, 330], [866, 330], [872, 388])
    context.fillStyle = '#2b3a46'
    for (let window = 0; window < 22; window++) context.fillRect(640 + window * 19, 455, 11, 14)
    blurred(18, () => several(16, (puff) =>
      disc(830 - puff * 34, 310 - puff * 7 - random() * 20, 18 + puff * 4, '#3a3f4466')))
  },
  () => { // North wall, evening
    fade(0, height, '#2a2347', '#8c4f6a', '#f0a070')
    glow(1250, 560, 700, '#ffb070', 0.8)
    const walls = [
      { base: 620, rise: 210, colour: '#7d5370' }, { base: 720, rise: 180, colour: '#553c5c' },
      { base: 820, rise: 140, colour: '#352a46' }, { base: 900, rise: 90, colour: '#1a1628' }
    ]
    for (const { base, rise, colour } of walls) {
      ridge(base, rise, colour, 1.6)
      glow(1100, base - 20, 500, '#f7a070', 0.16)
    }
  },
  () => { // Boats in fog
    fade(0, height, '#c9cfcd', '#b6bfbf', '#87959a')
    const boats = [
      { x: 1250, y: 430, size: 70, colour: '#a6b1b3' }, { x: 980, y: 480, size: 120, colour: '#8c999d' },
      { x: 430, y: 590, size: 230, colour: '#56646a' }
    ]
    for (const { x, y, size, colour } of boats) {
      blurred(size > 200 ? 1 : 4, () => {
        boat(x, y, size, colour)
        context.globalAlpha = 0.3
        boat(x, y + size * 0.1, size, colour)
        context.globalAlpha = 1
      })
      blurred(60, () => several(5, () => disc(random() * width, y + 40 + random() * 60, 190, '#cfd5d366')))
    }
  },
  () => { // Lighthouse, wide
    fade(0, 640, '#0b1630', '#22345c', '#5b6a92')
    for (let star = 0; star < 260; star++) disc(random() * width, random() * 430, random() * 1.5, '#e8eeffaa')
    context.globalAlpha = 0.4
    blurred(14, () => shape('#ffeec0', [1130, 306], [0, 60], [0, 330]))
    context.globalAlpha = 1
    fade(640, height, '#33476b', '#0b1426')
    water(640, 1000, '#ffeec0', 1.3)
    ridge(690, 20, '#0d1424')
    shape('#0a101d', [900, 690], [1010, 640], [1260, 628], [1600, 690], [1600, 760], [860, 760])
    shape('#d9d3c4', [1098, 634], [1112, 330], [1150, 330], [1164, 634])
    shape('#b23a24', [1104, 520], [1109, 420], [1153, 420], [1158, 520])
    shape('#0a101d', [1102, 332], [1131, 268], [1160, 332])
    glow(1131, 306, 150, '#fff1c4')
  },
  () => { // Interview, day 2
    fade(0, height, '#50392c', '#8a6244', '#2a1d18')
    blurred(34, () => several(4, (pane) => {
      context.fillStyle = '#ffe2b4'
      context.fillRect(90 + pane * 210, 70, 160, 420)
    }))
    speaker(1000, '#ffd49a', '#1c1513')
    glow(900, 330, 230, '#ffc98c', 0.45)
  },
  () => { // Rain on the quay
    fade(0, height, '#0a1420', '#182c3e', '#0b151f')
    blurred(16, () => lights(46, 120, 470, ['#ffb45e', '#ff7d4a', '#5fb6c9', '#ffe0a6']))
    for (let lamp = 0; lamp < 24; lamp++) {
      const x = random() * width
      context.globalAlpha = 0.22
      blurred(9, () => {
        context.fillStyle = ['#ffb45e', '#ff7d4a', '#5fb6c9'][lamp % 3]
        context.fillRect(x, 560, 14 + random() * 22, 180 + random() * 160)
      })
    }
    context.globalAlpha = 1
    for (let drop = 0; drop < 700; drop++) {
      context.strokeStyle = `rgba(200,220,235,${random() * 0.3})`
      const [x, y, length] = [random() * width, random() * height, 16 + random() * 46]
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(x - length * 0.16, y + length)
      context.stroke()
    }
  },
  () => { // Last light
    fade(0, height, '#3b1f2e', '#a63f2c', '#f08a3c', '#ffd07a')
    disc(760, 500, 150, '#fff0c0')
    glow(760, 500, 720, '#ffd07a', 0.7)
    ridge(640, 70, '#a8482f')
    ridge(740, 60, '#6b2c28')
    ridge(850, 60, '#2c1519')
  },
  () => { // Gulls
    fade(0, height, '#7fa6b8', '#b9cfd2', '#e9e3d2')
    blurred(50, () => several(12, () => disc(random() * width, random() * 620, 90 + random() * 110, '#fff9')))
    for (let gull = 0; gull < 15; gull++) {
      const [x, y, size] = [120 + random() * 1360, 90 + random() * 560, 24 + random() ** 2 * 120]
      blurred(size > 100 ? 3 : 0.6, () => {
        context.strokeStyle = '#26333c'
        context.lineWidth = size * 0.09
        context.lineCap = 'round'
        context.beginPath()
        context.moveTo(x - size, y - size * 0.3)
        context.quadraticCurveTo(x - size * 0.4, y - size * 0.55, x, y)
        context.quadraticCurveTo(x + size * 0.4, y - size * 0.6, x + size, y - size * 0.2)
        context.stroke()
      })
    }
    ridge(height + 20, 60, '#4f6d79')
  }
]
