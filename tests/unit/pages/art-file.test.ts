import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutToArt, readPictureSize } from '../../../src/pages/admin/games/art-file';
import { sizeOfSvg, withSize } from '../../../src/pages/admin/games/svg-size';
import { webpPicture } from '../../support/webp-picture';

const read = (bytes: Uint8Array | string) => readPictureSize(new Uint8Array(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes));
const errorOf = (bytes: Uint8Array | string): string | null => {
  const size = read(bytes);
  return 'error' in size ? size.error : null;
};
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  head.write('\u0089PNG\r\n\u001A\n', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}
function avif(...sizes: readonly (readonly [number, number])[]): Buffer {
  const boxes = sizes.map(([width, height]) => {
    const box = Buffer.alloc(16, 'ispe', 'latin1');
    box.writeUInt32BE(0, 4);
    box.writeUInt32BE(width, 8);
    box.writeUInt32BE(height, 12);
    return box;
  });
  return Buffer.concat([Buffer.from('\0\0\0\u0020ftypavif\0\0\0\0', 'latin1'), ...boxes]);
}

describe('a picture for a game', () => {
  it('has its size read from its first bytes, before anything is decoded', () => {
    expect(read(readFileSync('public/icons/icon-512.png').subarray(0, 64))).toEqual([512, 512]);
    expect(read(webpPicture(600, 800))).toEqual([600, 800]);
    expect(read(avif([320, 400], [900, 1200]))).toEqual([900, 1200]);
  });

  it.each(['<html><svg/></html>', '\u00EF\u00BB\u00BF \n<!DOCTYPE html>', '<script>alert(1)</script>'])('that is the text %j is refused', (text) => {
    expect(errorOf(text)).toMatch(/^This is a web page or another text/);
  });

  it.each([
    [{ width: '480', height: '640px', viewBox: null }, [480, 640]],
    [{ width: '5in', height: '25.4mm', viewBox: null }, [480, 96]],
    [{ width: '100%', height: '100%', viewBox: '0 0 30, 40' }, [30, 40]],
    [{ width: '300', height: null, viewBox: '0 0 30 40' }, [300, 400]],
    [{ width: '1000000', height: '500000', viewBox: null }, [10_000, 5_000]],
    [{ width: null, height: null, viewBox: null }, null],
    [{ width: '100%', height: '2em', viewBox: null }, null],
    [{ width: '-5', height: '640', viewBox: null }, null],
    [{ width: null, height: null, viewBox: '0 0 0 40' }, null],
  ])('in SVG has the size that its root %j says', (root, size) => {
    expect(sizeOfSvg(root)).toEqual(size);
  });

  it('in SVG is read by its root alone, which then says the size in pixels; what is no SVG, or has no size, is told apart', () => {
    const prolog = '\uFEFF<?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE svg [<!ENTITY a "b">]>\n';
    expect(withSize(`${prolog}<svg xmlns="http://www.w3.org/2000/svg" width='1in' height="100%" viewBox="0 0 3 4"><path d="M0 0"/></svg>`)).toEqual({
      size: [96, 128], svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4" width="96" height="128"><path d="M0 0"/></svg>',
    });
    expect(withSize('<svg width="20000" height="10000"/>')).toEqual({ size: [10_000, 5_000], svg: '<svg viewBox="0 0 20000 10000" width="10000" height="5000"/>' });
    expect(['<html><svg width="1" height="1"/></html>', '<svg:svg width="1" height="1"/>', '<svg width="<b>" height="1"/>', '<svg width=1 height=1>', '<!-- <svg width="1" height="1"/>'].map(withSize))
      .toEqual(Array.from({ length: 5 }, () => 'no-svg'));
    // What stands behind 64 KB is read by nobody.
    expect([`<!-- ${'-'.repeat(70_000)} --><svg width="1" height="1"/>`, `<svg id="${'a'.repeat(70_000)}" width="1" height="1"/>`].map(withSize)).toEqual(['no-svg', 'no-svg']);
    expect(withSize('<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>')).toBe('no-size');
  });

  it.each(['', 'GIF89a'.padEnd(64), '%PDF-1.7'.padEnd(64), '\u0089PNG', 'RIFF____WEBPVP9 '.padEnd(64), '____ftypheic'.padEnd(64), '\0\0\0\u0020ftypavif'.padEnd(64)])('that begins with %j is none', (text) => {
    expect(errorOf(text)).toBe('This is no PNG, WebP, AVIF or SVG picture, or it is damaged.');
  });

  it('that would need much memory, or would look rough, is refused with its size', () => {
    expect(errorOf(png(50_000, 50_000))).toMatch(/^The picture has 50000 × 50000 pixels\. Use a smaller one/);
    expect(errorOf(png(239, 640))).toMatch(/^The picture has 239 × 640 pixels\. It would look rough/);
    expect(errorOf(png(0, 640))).toMatch(/damaged/);
  });

  it('is cut so that its middle fills the tile', () => {
    expect(cutToArt([480, 640])).toEqual({ x: 0, y: 0, width: 480, height: 640 });
    expect(cutToArt([1600, 640])).toEqual({ x: 560, y: 0, width: 480, height: 640 });
    expect(cutToArt([480, 1000])).toEqual({ x: 0, y: 180, width: 480, height: 640 });
  });
});
