import type { Message } from '../../../src/contract/catalog/message.ts'
import { kindMessages } from '../catalog/kinds.ts'

/** Text formats without a table, recognized by the first lines of their files. */
export const foreignTexts: readonly { readonly description: Message; readonly pattern: RegExp }[] = [
  {
    description: kindMessages.ldif,
    pattern: /^(?:version: 1\r?\n\s*)?(?:#[^\n]*\n\s*)*dn:{1,2} \S[^\n]*\r?\n[\w;.-]+:/,
  },
  {
    description: kindMessages.subtitles,
    pattern:
      /^(?:1\r?\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}|WEBVTT\b[^\n]*\n[\s\S]{0,2000}?\d\d:\d\d\.\d{3} --> |\[Script Info\])/,
  },
  {
    description: kindMessages.references,
    pattern: /^(?:%[^\n]*\n\s*)*@(?:article|book|comment|inproceedings|misc|online|phdthesis|string|techreport)\s*\{/i,
  },
  { description: kindMessages.references, pattern: /^TY {2}- [A-Z]{4}\r?\n[A-Z][A-Z\d] {2}- / },
  { description: kindMessages.references, pattern: /^PMID- \d+\r?\n[A-Z]{2,4} *- |^FN [^\n]*\nVR \d/ },
  { description: kindMessages.businessMessage, pattern: /^(?:UNA.{6}\s*)?UNB\+UNO[A-Z]:\d/ },
  { description: kindMessages.businessMessage, pattern: /^ISA([*|^~:])\d\d\1.{10}\1\d\d\1/ },
  { description: kindMessages.businessMessage, pattern: /^(?:FHS|BHS|MSH)\|\^~\\&#?\|/ },
  { description: kindMessages.bankStatement, pattern: /^!(?:Type:|Option:|Account\r?\n)/i },
  { description: kindMessages.bankStatement, pattern: /^OFXHEADER:\d+/ },
  { description: kindMessages.model, pattern: /^solid\b[^\n]*\n\s*facet normal\s/ },
  { description: kindMessages.model, pattern: /^ply\r?\nformat (?:ascii|binary)/ },
  {
    description: kindMessages.model,
    pattern:
      /^(?:(?:#|mtllib |usemtl |[ogs] )[^\n]*\n|[^\S\n]*\n)*v(?: +-?\d\S*){3,4}\r?\n(?=[\s\S]*\nf(?: +\d+(?:\/\d*){0,2}){3})/,
  },
  {
    description: kindMessages.molecule,
    pattern: /^(?:HEADER|CRYST1|REMARK|TITLE|MODEL|COMPND) {2,}\S[^\n]*\n(?:[^\n]*\n){0,2000}?(?:ATOM|HETATM) +\d+ /,
  },
  {
    description: kindMessages.molecule,
    pattern: /^(?:[^\n]{0,200}\n){0,3} *\d{1,3} {1,2}\d{1,3} [^\n]{0,60}V[23]000\r?\n/,
  },
  { description: kindMessages.playlist, pattern: /^#EXTM3U\b/ },
  {
    description: kindMessages.objectListing,
    pattern:
      /^(?:\S[^\r\n]*: +file format \S+\r?\n|ELF Header:\r?\n|Elf file type is \S|There are \d+ section headers, starting at offset 0x|Symbol table '\.\w+' contains \d+ entries:)/,
  },
  { description: kindMessages.machine, pattern: /^(?:\^XA|\u0010CT~~CD,~CC)/ },
  {
    description: kindMessages.machine,
    pattern:
      /^(?=[\s\S]{0,4000}?\bG[0-3] +[XYZ]-?[\d.])(?:[;(%][^\n]*\n|[^\S\n]*\n)*(?:[GMT]\d{1,3}(?:\.\d)?(?: +[A-Z]-?[\d.]+)* *(?:;[^\n]*)?\r?\n){3,}/,
  },
]
