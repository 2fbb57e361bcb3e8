import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'

// Draws the icons and the preview picture of the site from icon.svg. Run it after a change of the brand. Its output
// files are committed.

const folder = fileURLToPath(new URL('../src/public/', import.meta.url))
const icon = readFileSync(`${folder}assets/icon.svg`, 'utf8')

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()

async function draw(drawing: Page, html: string, width: number, height: number): Promise<Buffer> {
  await drawing.setViewportSize({ width, height })
  await drawing.setContent(`<style>*{margin:0;box-sizing:border-box}svg{display:block}</style>${html}`)
  return drawing.screenshot({ omitBackground: true })
}

const sized = (pixels: number): string => icon.replace('<svg ', `<svg width="${pixels}" height="${pixels}" `)
/** Operating systems round the corners themselves, so the square has none. */
const filled = (pixels: number): string => sized(pixels).replace('rx="8"', 'rx="0"')

/** Wraps a PNG as an ICO file, which is a directory followed by the PNG. */
function icoOf(png: Buffer, pixels: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(pixels, 6)
  head.writeUInt8(pixels, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const preview = `<style>
body{width:1200px;height:630px;background:#f7f6f3;color:#1c1e1a;font-family:'Noto Sans','DejaVu Sans',sans-serif;padding:72px 80px;display:grid;grid-template-columns:500px 1fr;gap:56px;align-items:center}
.brand{display:flex;gap:18px;align-items:center;font-size:38px;font-weight:700;letter-spacing:-1px}
h1{font-size:56px;line-height:1.1;letter-spacing:-2px;margin:36px 0 22px}
p{font-size:25px;line-height:1.45;color:#5f625b}
pre{font:18px/1.7 'DejaVu Sans Mono',monospace;background:#131412;color:#ebebe6;border-radius:18px;padding:30px 32px;overflow:hidden}
.file{background:#fff;color:#5f625b;border:1px solid #e3e0d9;margin-bottom:20px}b{color:#6fd3bb;font-weight:400}i{color:#f0c169;font-style:normal}
</style><div><div class="brand">${sized(64)}Rowmill</div><h1>Any table file to SQL that loads.</h1><p>Excel, CSV, JSON and MySQL dumps. Converted in your browser, or with one API call.</p></div>
<div><pre class="file">Order;Placed;Total
0042;31/12/2023;1.234,50</pre><pre><b>CREATE TABLE</b> orders (
  order_no <i>text</i>,
  placed   <i>date</i>,
  total    <i>numeric(6,2)</i>
);
<b>INSERT INTO</b> orders <b>VALUES</b>
('0042', '2023-12-31', 1234.50);</pre></div>`

writeFileSync(`${folder}favicon.ico`, icoOf(await draw(page, sized(32), 32, 32), 32))
writeFileSync(`${folder}apple-touch-icon.png`, await draw(page, filled(180), 180, 180))
for (const pixels of [192, 512])
  writeFileSync(`${folder}assets/icon-${pixels}.png`, await draw(page, filled(pixels), pixels, pixels))
writeFileSync(`${folder}assets/preview.png`, await draw(page, preview, 1200, 630))
await browser.close()
