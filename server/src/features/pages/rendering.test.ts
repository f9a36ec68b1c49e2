import type { DocumentContext, PublicPage, Renderer } from '@vpisnik/contract/rules/public-pages';
import { beforeEach, expect, test, vi } from 'vitest';
import { createRendering, type RenderPage } from './rendering.ts';

const context = (now: string, path = '/') => ({ path, language: 'sl', now }) as DocumentContext;
const form = (name: string, idempotency_key: string, posted: object | null = null) =>
  ({ kind: 'apply', group: { name }, idempotency_key, posted }) as unknown as PublicPage;

const render = vi.fn<Renderer['render']>((page, { path }, { nonce }) => {
  return `<script nonce="${nonce}"></script>${path} ${JSON.stringify(page)} <style nonce="${nonce}"></style>`;
});
let renderPage: (...view: Parameters<RenderPage>) => string;
beforeEach(() => {
  render.mockClear();
  const rendering = createRendering({ render, assets: {} as never });
  renderPage = (...view) => rendering(...view).toString();
});

test('a page is rendered once a second, and each view has its own nonce and key', () => {
  const noon = context('12:00:00');
  const first = renderPage(form('Balet', 'key-one'), noon, 'nonce-one');
  const second = renderPage(form('Balet', 'key-two'), noon, 'nonce-two');
  expect(render).toHaveBeenCalledTimes(1);
  expect(first).toContain('<script nonce="nonce-one">');
  expect(first).toContain('"idempotency_key":"key-one"');
  expect(second).toBe(first.replaceAll('nonce-one', 'nonce-two').replaceAll('key-one', 'key-two'));

  renderPage(form('Balet', 'key-three'), context('12:00:01'), 'nonce-three');
  expect(render).toHaveBeenCalledTimes(2);
});

test('other data, another address and another second are other pages', () => {
  const noon = context('12:00:00');
  expect(renderPage(form('Balet', 'a'), noon, 'n')).toContain('Balet');
  expect(renderPage(form('Klavir', 'a'), noon, 'n')).toContain('Klavir');
  expect(renderPage(form('Balet', 'a'), context('12:00:00', '/elsewhere'), 'n')).toContain('/elsewhere');
  expect(render).toHaveBeenCalledTimes(3);
});

test('a page with a sent form is never cached', () => {
  const noon = context('12:00:00');
  for (const nonce of ['one', 'two']) renderPage(form('Balet', 'a', { entries: [] }), noon, nonce);
  expect(render).toHaveBeenCalledTimes(2);
});

test('texts that staff write can’t stand in for the nonce', () => {
  const shown = renderPage(form('{{nonce}} nonce', 'a'), context('12:00:00'), 'secret');
  expect(shown.match(/secret/g)).toHaveLength(2);
});
