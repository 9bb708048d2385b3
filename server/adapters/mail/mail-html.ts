import { html } from 'hono/html';
import { brand } from '#core/brand.ts';
import { operator } from '#core/operator.ts';
import type { Block, Letter } from './letter.ts';

type Html = ReturnType<typeof html>;

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Lines through the dune's peak, which are what gradients with hard edges can draw. */
const markWith = (shade: string): string =>
  [
    'linear-gradient(48.2deg,transparent 69%,#f3d9ae 70%)',
    'linear-gradient(-39.4deg,transparent 59%,#f3d9ae 60%)',
    `linear-gradient(112.7deg,#c2700c 50.5%,${shade} 51.5%)`,
  ].join(',');

/**
 * Programs that know no `style` element show the light colours, which stand at each element; the others follow the
 * reader's theme. Nothing is loaded from anywhere, so that opening a mail tells nobody.
 */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:640px){.page{padding:0!important}.sheet{border-left:0!important;border-right:0!important;border-radius:0!important}.in{padding:24px 20px!important}.main{font-size:30px!important}}
@media (prefers-color-scheme:dark){.page{background:#100f0d!important}.sheet{background:#1e1c18!important;border-color:#2f2b26!important}.ink{color:#f5f1ea!important}.soft{color:#c4bdb1!important}.low{color:#a39b8e!important}.rule{border-color:#2f2b26!important}.mark{background-image:${markWith('#6b4a1a')}!important}.note{background:#1e2832!important;color:#a5bad0!important}.act{background:#f1ebe1!important;border-color:#f1ebe1!important}.act a{color:#1c1915!important}.stop{border-color:#ff9486!important}.stop a{color:#ff9486!important}}`;

const logo = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="mark" width="32" height="32" bgcolor="#f3d9ae" style="width:32px;height:32px;border-radius:16px;background:#f3d9ae;background-image:${markWith('#211d18')};font-size:0;line-height:0">&nbsp;</td>
<td class="ink" style="padding-left:10px;font:600 21px/32px ${FONT};letter-spacing:-.01em;color:#1c1915">${brand.name}</td>
</tr></table>`;

const paragraph = (text: string, before = 16): Html =>
  html`<p class="soft" style="margin:${before}px 0 0;font:400 16px/1.5 ${FONT};color:#524c43;overflow-wrap:anywhere;word-break:break-word">${text}</p>`;

const factRows = (rows: readonly (readonly [string, string])[]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:20px;border-collapse:collapse">${rows.map(
    ([name, fact]) => html`<tr>
<td class="soft rule" valign="top" style="padding:10px 16px 10px 0;border-top:1px solid #e6e1d7;font:400 15px/1.45 ${FONT};color:#524c43">${name}</td>
<td class="ink rule" valign="top" align="right" style="padding:10px 0;border-top:1px solid #e6e1d7;font:500 15px/1.45 ${FONT};color:#1c1915;overflow-wrap:anywhere;word-break:break-word">${fact}</td>
</tr>`,
  )}</table>`;

function button(url: string, label: string, stop: boolean): Html {
  const [color, ground, edge] = stop
    ? ['#b3261e', 'transparent', '#b3261e']
    : ['#fffefb', '#211d18', '#211d18'];
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:16px"><tr>
<td class="${stop ? 'stop' : 'act'}" style="border:1px solid ${edge};border-radius:12px;background:${ground}"><a href="${url}" style="display:inline-block;padding:13px 22px;font:600 16px/20px ${FONT};color:${color};text-decoration:none">${label}</a></td>
</tr></table>`;
}

function blockHtml(part: Block): Html {
  switch (part.kind) {
    case 'text':
      return paragraph(part.text);
    case 'note':
      return html`<p class="note" style="margin:20px 0 0;padding:14px 16px;border-radius:12px;background:#e7edf2;font:500 16px/1.45 ${FONT};color:#415a73;overflow-wrap:anywhere;word-break:break-word">${part.text}</p>`;
    case 'list':
      return html`${paragraph(part.head)}<ul style="margin:4px 0 0;padding:0 0 0 20px">${part.rows.map(
        (row) =>
          html`<li class="soft" style="margin:4px 0 0;font:400 16px/1.5 ${FONT};color:#524c43;overflow-wrap:anywhere;word-break:break-word">${row}</li>`,
      )}</ul>`;
    case 'facts':
      return factRows(part.rows);
    case 'press':
      // Written out too, for who wants to see where it leads, or copies it.
      return html`${paragraph(part.say, 24)}${button(part.url, part.label, part.stop)}<p class="low" style="margin:10px 0 0;font:400 13px/1.45 ${FONT};color:#675f54;overflow-wrap:anywhere;word-break:break-all">${part.url}</p>`;
  }
}

/** A mail as HTML: the logo, what it is about, what happened, and what can be done. */
export async function mailHtml(subject: string, { main, blocks }: Letter): Promise<string> {
  const made = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f4ef">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f4ef" style="background:#f6f4ef;padding:32px 16px"><tr><td align="center">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fffefb" style="max-width:600px;background:#fffefb;border:1px solid #e6e1d7;border-radius:16px;border-collapse:separate"><tr><td class="in" style="padding:32px 36px">
${logo}
<h1 class="ink" style="margin:28px 0 0;font:600 24px/1.25 ${FONT};letter-spacing:-.02em;color:#1c1915;overflow-wrap:anywhere;word-break:break-word">${subject}</h1>
${main === undefined ? '' : html`<p class="ink main" style="margin:14px 0 0;font:500 36px/1.15 ${FONT};letter-spacing:-.02em;color:#1c1915;overflow-wrap:anywhere;word-break:break-word">${main}</p>`}
${blocks.map(blockHtml)}
<p class="low rule" style="margin:28px 0 0;padding:16px 0 0;border-top:1px solid #e6e1d7;font:400 13px/1.5 ${FONT};color:#675f54">${operator.company}, ${operator.registeredAddress}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>`;
  return String(made);
}
