/**
 * What another site loads beside a frame with `data-vpisnik`: it makes the frame as tall as the page in it. Only what a
 * page of this installation says about the frame that it is in counts.
 */
export const embedScript = `(function () {
  var script = document.currentScript;
  if (!script || window.vpisnikEmbed) return;
  window.vpisnikEmbed = true;
  var origin = new URL(script.src).origin;
  window.addEventListener('message', function (event) {
    var data = event.data;
    if (event.origin !== origin || !data || data.type !== 'vpisnik:height') return;
    var height = Number(data.height);
    if (!(height > 0 && height < 100000)) return;
    document.querySelectorAll('iframe[data-vpisnik]').forEach(function (frame) {
      if (frame.contentWindow === event.source) frame.style.height = height + 'px';
    });
  });
})();
`;
