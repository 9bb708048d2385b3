import { Marked, type Tokens } from 'marked';

export interface Section {
  readonly id: string;
  readonly number: number;
  /** Heading as HTML. */
  readonly title: string;
}

export interface LegalBody {
  readonly html: string;
  readonly sections: readonly Section[];
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Anchors that the page has besides those of the numbered sections. */
const FIXED_ANCHORS = ['contact'];

function checkAnchors(html: string, sections: readonly Section[]): void {
  const known = new Set([...FIXED_ANCHORS, ...sections.map((section) => section.id)]);
  for (const [, target = ''] of html.matchAll(/href="#([^"]*)"/g)) {
    if (!known.has(target)) throw new Error(`link to a missing section: #${target}`);
  }
}

/**
 * Turns a document's Markdown into HTML. Second-level headings are numbered in order and can be
 * linked to as `#section-N`. Each table is wrapped in a box that takes the focus, so that a wide table
 * can be scrolled with the keyboard too.
 */
export function renderBody(markdown: string): LegalBody {
  const sections: Section[] = [];
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens }: Tokens.Heading): string {
        const title = this.parser.parseInline(tokens);
        if (depth === 1) throw new Error('the title is in the head, not in the text');
        if (depth !== 2) return `<h${depth}>${title}</h${depth}>\n`;
        const number = sections.length + 1;
        const id = `section-${number}`;
        sections.push({ id, number, title });
        return `<h2 id="${id}"><span class="num">${number}</span> ${title}</h2>\n`;
      },
      table(token: Tokens.Table): string {
        tables += 1;
        const row = (cells: readonly Tokens.TableCell[], open: string): string =>
          `<tr>${cells.map((cell, i) => cellOf(this.parser.parseInline(cell.tokens), i, open)).join('')}</tr>`;
        const head = row(token.header, 'col');
        const body = token.rows.map((cells) => row(cells, 'row')).join('\n');
        return `<div class="tbl" role="group" aria-label="Table ${tables}" tabindex="0"><table>
<thead>${head}</thead>
<tbody>
${body}
</tbody></table></div>\n`;
      },
      // The documents are Markdown without HTML: HTML in one is a mistake or an attack.
      html({ raw }: Tokens.HTML | Tokens.Tag): string {
        throw new Error(`markup in a legal text: ${raw}`);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  checkAnchors(html, sections);
  return { html, sections };
}

const cellOf = (html: string, column: number, scope: string): string =>
  scope === 'col' || column === 0 ? `<th scope="${scope}">${html}</th>` : `<td>${html}</td>`;
